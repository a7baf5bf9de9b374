import { readFileSync } from 'node:fs'

/** Clock ticks a second of Linux, on every machine that Node runs on. */
const ticksPerSecond = 100

/** Milliseconds of processor time that a process has used; undefined where the system does not tell. */
export function processorTime(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return Number.isFinite(ticks) ? (ticks * 1000) / ticksPerSecond : undefined
  } catch {
    return undefined
  }
}
