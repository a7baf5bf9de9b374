/** Which expressions of a template call a helper, as Handlebars has it, and whether there is that helper. */

interface Path {
  /** As it is written. Of a literal, its value. */
  readonly original?: unknown
  /** `site.title` has two; a literal has none. */
  readonly parts?: readonly unknown[]
  /** Of a path: how often it begins with `../`. */
  readonly depth?: number
}

/** A node of a template, as far as it may call a helper. */
export interface Calling {
  readonly type: string
  readonly path?: Path
  readonly params?: readonly unknown[]
  readonly hash?: unknown
}

/** What is wrong with the helper that a node calls, or the block that calls none. `blockParams` are values where the node stands. */
export function helperFault(
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

/** A name alone is a value, but within parentheses. */
const calls = ({ type, params = [], hash }: Calling): boolean =>
  type === 'SubExpression' || params.length > 0 || hash !== undefined
