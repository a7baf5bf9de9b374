/** Position of a field in a JSON text. */

export interface PlacedField {
  readonly name: string
  /** 1-based. */
  readonly line: number
  /** 1 for fields of the outermost object. */
  readonly depth: number
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:\n]/g

/** All fields of a valid JSON text in source order. */
export function placedFields(json: string): readonly PlacedField[] {
  const fields: PlacedField[] = []
  let line = 1
  let depth = 0
  let text = { literal: '""', line }
  for (const [token] of json.matchAll(tokens)) {
    if (token === '\n') line++
    else if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (token === ':') fields.push({ name: JSON.parse(text.literal), line: text.line, depth })
    else text = { literal: token, line }
  }
  return fields
}
