/** Maximum entries, so that distinct calls do not fill the memory. */
const maxEntries = 1_000

/**
 * Caches values until the current second ends. Clients repeat calls, and the signature of a repeated call is
 * the same within a second.
 */
export function thisSecond<T>(): {
  get(key: string, now: number): T | undefined
  set(key: string, now: number, value: T): T
} {
  let second = 0
  const entries = new Map<string, T>()
  const begin = (now: number): void => {
    const current = Math.floor(now / 1000)
    if (current === second && entries.size < maxEntries) return
    second = current
    entries.clear()
  }
  return {
    get(key, now) {
      begin(now)
      return entries.get(key)
    },
    set(key, now, value) {
      begin(now)
      entries.set(key, value)
      return value
    },
  }
}
