/** Where the fields of a JSON text stand. */

export interface PlacedField {
  readonly name: string
  /** From 1. */
  readonly line: number
  /** 1 for the fields of the outermost object. */
  readonly depth: number
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:\n]/g

/** The fields of all objects in a text that is valid JSON, in the order in which they are written. */
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
