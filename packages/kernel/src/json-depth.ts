/**
 * True when arrays and objects of a JSON value nest deeper than `levels`; a value without any has level 0. Does not recurse:
 * JSON.stringify and every recursive walk overflow the stack at a few thousand levels, which JSON.parse reads.
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
