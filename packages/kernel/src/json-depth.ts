/**
 * True when arrays and objects nest deeper than `levels`. Iterative, because JSON.parse accepts more levels
 * than a recursive function can visit.
 */
export function nestsDeeper(value: unknown, levels: number): boolean {
  const open = [{ value, level: 1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.level > levels) return true
    for (const child of Object.values(next.value)) open.push({ value: child, level: next.level + 1 })
  }
  return false
}
