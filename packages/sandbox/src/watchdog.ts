/** Limits the processor time and the memory of another process. */
import { readFileSync } from 'node:fs'

export interface WatchLimits {
  readonly cpuMs: number
  /** Mebibytes of resident memory. */
  readonly resident?: number | undefined
}

/** Clock ticks per second of Linux, on every architecture that Node supports. */
const ticksPerSecond = 100
/**
 * The wall-clock limit is this many times the limit of processor time, because a busy machine may give a
 * process little processor time.
 */
const clockFactor = 10
/** Milliseconds before the first check: most calls end earlier, and a check takes 0.1 ms. */
const unwatchedMs = 50
/** Milliseconds between two checks. Without a memory limit, the pause may be longer. */
const pauseMs = 50

/**
 * Calls `over` once, when the process exceeds `resident`, `cpuMs` of processor time, or ten times `cpuMs` of
 * wall-clock time. Without /proc, `cpuMs` is a wall-clock limit and memory is not limited. Returns a function
 * that stops watching.
 */
export function watch(
  pid: number | undefined,
  { cpuMs, resident }: WatchLimits,
  over: (reason: 'time' | 'memory') => void,
): () => void {
  const begun = Date.now()
  let timer = setTimeout(() => {
    const before = cpuTime(pid)
    const left = (): number => {
      const now = cpuTime(pid)
      const passed = Date.now() - begun
      if (now === undefined || before === undefined) return cpuMs - passed
      return passed < clockFactor * cpuMs ? cpuMs - (now - before) : 0
    }
    const look = (): void => {
      const rest = left()
      if (rest <= 0) over('time')
      else if (resident !== undefined && residentMemory(pid) > resident) over('memory')
      else timer = setTimeout(look, resident === undefined ? Math.max(rest, pauseMs) : pauseMs)
    }
    look()
  }, unwatchedMs)
  return () => clearTimeout(timer)
}

/** Processor time of the process in milliseconds; undefined without /proc. */
function cpuTime(pid: number | undefined): number | undefined {
  const stat = procFile(pid, 'stat')
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isFinite(ticks) ? (ticks * 1000) / ticksPerSecond : undefined
}

/** Resident memory of the process in MiB; 0 without /proc. */
function residentMemory(pid: number | undefined): number {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(procFile(pid, 'status'))?.[1]
  return Number(kibibytes ?? 0) / 1024
}

/** Empty where the system has no such file, or the process has ended. */
function procFile(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
