/** How long another process may be at work. */
import { readFileSync } from 'node:fs'

/** Clock ticks a second of Linux, on every machine that Node runs on. */
const ticksPerSecond = 100
/** Times the limit that a process may take on the clock: on a busy machine it may be late without having had its time. */
const patience = 10
/** Milliseconds that a process has before it is looked at: most are done by then, and a look takes a tenth of one. */
const unwatchedMs = 50
/** Milliseconds between two looks at the least. */
const pauseMs = 50

/**
 * Calls `over` once when the process has used up `limitMs` of processor time, or has taken ten times that on the clock; where the system
 * does not tell of processor time, when it has taken `limitMs` on the clock. What it does in the first 50 ms counts only on the clock.
 * Answers the end of the watch.
 */
export function limitTime(pid: number | undefined, limitMs: number, over: () => void): () => void {
  const begun = Date.now()
  let timer = setTimeout(() => {
    const before = processorTime(pid)
    const left = (): number => {
      const now = processorTime(pid)
      const passed = Date.now() - begun
      if (now === undefined || before === undefined) return limitMs - passed
      return passed < patience * limitMs ? limitMs - (now - before) : 0
    }
    const look = (): void => {
      const rest = left()
      if (rest <= 0) over()
      else timer = setTimeout(look, Math.max(rest, pauseMs))
    }
    look()
  }, unwatchedMs)
  return () => clearTimeout(timer)
}

/** Milliseconds of processor time that a process has used; undefined where the system does not tell. */
function processorTime(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return Number.isFinite(ticks) ? (ticks * 1000) / ticksPerSecond : undefined
  } catch {
    return undefined
  }
}
