/** Milliseconds. `after`: from a scheduled change to the first check. `atMost`: before any check. */
const delayMs = { after: 1_000, atMost: 60_000 }

/**
 * Calls `run` soon after a scheduled time, or after a minute if that is earlier. If started again after the
 * time has passed, waits longer.
 */
export function statusWatch(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    /** @param due epoch milliseconds; undefined for never */
    start(due: number | undefined) {
      stop()
      if (due === undefined) return
      const late = Date.now() - due
      timer = setTimeout(run, Math.min(Math.max(-late, late / 2) + delayMs.after, delayMs.atMost))
    },
  }
}
