/** Texts that are kept: a caller that never says the same twice does not fill the memory. */
const mostKept = 1_000

/**
 * Remembers answers for no longer than the second in which they were found. A reader asks for the same again and again, and a
 * signature holds for its second anyway.
 */
export function thisSecond<T>(): {
  get(key: string, now: number): T | undefined
  keep(key: string, now: number, value: T): T
} {
  let second = 0
  const known = new Map<string, T>()
  const begin = (now: number): void => {
    const current = Math.floor(now / 1000)
    if (current === second && known.size < mostKept) return
    second = current
    known.clear()
  }
  return {
    get(key, now) {
      begin(now)
      return known.get(key)
    },
    keep(key, now, value) {
      begin(now)
      known.set(key, value)
      return value
    },
  }
}
