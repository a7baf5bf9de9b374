/** Finds helper calls by the rules of Handlebars and reports missing helpers. */

interface Path {
  readonly original?: unknown
  readonly parts?: readonly unknown[]
  readonly depth?: number
}

export interface Calling {
  readonly type: string
  readonly path?: Path
  readonly params?: readonly unknown[]
  readonly hash?: unknown
}

/**
 * Message about a call of a missing helper, or about a block that calls no helper. Names in `blockParams` are
 * values, not helpers.
 */
export function helperError(
  node: Calling,
  helpers: ReadonlySet<string>,
  blockParams: ReadonlySet<string>,
): string | undefined {
  if (!node.path || !expressions.has(node.type)) return undefined
  const { original, parts = [String(original)], depth = 0 } = node.path
  const name = String(parts[0])
  const isOneName = parts.length === 1 && depth === 0 && !/^\.|this\b/.test(String(original))
  const isValue = isOneName && blockParams.has(name)
  if (calls(node) && !isValue) return helpers.has(name) ? undefined : `There is no helper named ${original}`
  if (node.type !== 'BlockStatement' || (isOneName && !isValue && helpers.has(name))) return undefined
  return `The block ${original} has no helper`
}

const expressions: ReadonlySet<string> = new Set(['MustacheStatement', 'BlockStatement', 'SubExpression'])

/** True for a helper call: a name without arguments is a value, except in parentheses. */
const calls = ({ type, params = [], hash }: Calling): boolean =>
  type === 'SubExpression' || params.length > 0 || hash !== undefined
