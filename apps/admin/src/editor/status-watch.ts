/** Milliseconds after a scheduled change, and at most between two looks whether it has come. */
const look = { after: 1_000, atMost: 60_000 }

/** Calls `run` once that instant has passed. Started again with the same instant it waits longer each time. */
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
      timer = setTimeout(run, Math.min(Math.max(-late, late / 2) + look.after, look.atMost))
    },
  }
}
