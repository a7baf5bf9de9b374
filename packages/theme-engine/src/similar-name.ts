/** Maximum UTF-16 units of compared names. */
const longest = 60

/** The nearest name: at most one edit away for short names, two for others. */
export function similarName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > longest) return undefined
  const allowed = name.length <= 4 ? 1 : 2
  let best: { readonly name: string; readonly changes: number } | undefined
  for (const candidate of names) {
    if (candidate.length > longest || Math.abs(candidate.length - name.length) > allowed) continue
    const changes = changesBetween(name.toLowerCase(), candidate.toLowerCase())
    if (changes <= allowed && (!best || changes < best.changes)) best = { name: candidate, changes }
  }
  return best?.name
}

/** Optimal string alignment distance: insert, delete, replace, or swap neighbours. */
function changesBetween(a: string, b: string): number {
  let above: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? at(above, j - 2) + 1 : Number.POSITIVE_INFINITY
      next[j] = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (isSame ? 0 : 1), swapped)
    }
    above = row
    row = next
  }
  return at(row, b.length)
}

const at = (row: readonly number[], place: number): number => row[place] ?? Number.POSITIVE_INFINITY
