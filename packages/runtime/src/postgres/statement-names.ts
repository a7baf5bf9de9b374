/** Names for frequent statements, so that each connection parses and plans them once. */

/** Executions of one text before it gets a name. */
const usesBeforeName = 3
/** Maximum names, because each server connection caches the plans of all named statements. */
const maxNames = 200
/** Maximum texts whose executions are counted. Lists of values produce many texts that never repeat. */
const maxCounted = 1_000

/** PostgreSQL rejects a prepared statement once the columns of its `*` change, as after a newer migration. */
const hasStar = /\b(select|returning)\s+(distinct\s+)?\*|\.\*/i

/** Returns a function that counts the uses of a text, and returns the name of a frequent text. */
export function statementNames(): (text: string, values: readonly unknown[]) => string | undefined {
  const names = new Map<string, string>()
  let uses = new Map<string, number>()
  return (text, values) => {
    // Without values pg uses the simple protocol; `begin` and `commit` have no plan.
    if (values.length === 0) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNames) return known
    const count = (uses.get(text) ?? 0) + 1
    if (count > usesBeforeName && !hasStar.test(text)) {
      uses.delete(text)
      const name = `s${names.size + 1}`
      names.set(text, name)
      return name
    }
    if (uses.size >= maxCounted) uses = new Map()
    uses.set(text, count)
    return undefined
  }
}
