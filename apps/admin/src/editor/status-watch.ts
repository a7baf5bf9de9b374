/** Milliseconds from a scheduled change until it is first checked, and at most between two checks. */
const delayMs = { after: 1_000, atMost: 60_000 }

/** Calls `run` when a scheduled time has passed. If started again for the same time, waits longer. */
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
