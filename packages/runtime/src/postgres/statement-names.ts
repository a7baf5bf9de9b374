/** Names for statements that are executed again and again, so that each connection parses and plans them once. */

/** Executions of one text before it gets a name. */
const usesBeforeName = 3
/** Each connection of the server keeps the plans of all of them. */
const mostNames = 200
/** Texts that are counted; lists of values make many that never come again. */
const mostCounted = 1_000

/**
 * PostgreSQL refuses a prepared statement once the columns that its `*` stands for have changed, as they do when a newer
 * version migrates the schema while this one runs.
 */
const hasStar = /\b(select|returning)\s+(distinct\s+)?\*|\.\*/i

/** Returns the name of a text, or undefined while it has none. */
export function statementNames(): (text: string, values: readonly unknown[]) => string | undefined {
  const names = new Map<string, string>()
  let uses = new Map<string, number>()
  return (text, values) => {
    // Without values pg sends the text alone, and `begin` and `commit` have no plan.
    if (values.length === 0) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= mostNames) return known
    const count = (uses.get(text) ?? 0) + 1
    if (count > usesBeforeName && !hasStar.test(text)) {
      uses.delete(text)
      const name = `s${names.size + 1}`
      names.set(text, name)
      return name
    }
    if (uses.size >= mostCounted) uses = new Map()
    uses.set(text, count)
    return undefined
  }
}
