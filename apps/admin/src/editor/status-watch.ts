/** Milliseconds. `after`: from a scheduled time to the check. `atMost`: the longest wait for a check. */
const delayMs = { after: 1_000, atMost: 60_000 }

/**
 * Calls `run` 1 s after a scheduled time, but waits at most 60 s. If the time has already passed, waits 1 s
 * plus half of the time since then.
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
