/** Milliseconds. `after`: from a scheduled time to the check. `atMost`: the longest wait for a check. */
const delayMs = { after: 1_000, atMost: 60_000 }

/**
 * Calls `run` soon after a scheduled time, or after a minute if that is earlier. If the time has already
 * passed at the start, the wait grows with the time that has passed since.
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
