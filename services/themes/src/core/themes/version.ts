/** X.Y.Z, digits only (contract.md#theme-packages). */
export const isVersion = (text: string): boolean => /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(text)

/** Numeric comparison; negative if `a` is lower than `b`. Both must be valid versions. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]]
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
