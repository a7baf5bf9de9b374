/** Memory and processor time of running processes, as Linux counts them. */
import { readdirSync, readFileSync } from 'node:fs'

/** The process and all below it. */
export function tree(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = read(`/proc/${name}/stat`)
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent) parents.set(Number(name), parent)
  }
  const found = [root]
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}

/** Resident memory of one process in MiB. */
export const residentMiB = (pid: number): number => kib(`/proc/${pid}/status`, 'VmRSS') / 1024

/** Memory of several processes in MiB; what they share is counted once. */
export const sharedOutMiB = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + kib(`/proc/${pid}/smaps_rollup`, 'Pss'), 0) / 1024

/** Seconds of processor time of one process so far, all its threads. */
export const cpuSeconds = (pid: number): number => timesOf(pid).slice(0, 2).reduce(sum, 0)

/** The same with its child processes that have ended, and theirs. */
export const cpuSecondsWithEnded = (pid: number): number => timesOf(pid).reduce(sum, 0)

const sum = (one: number, other: number): number => one + other

/** utime, stime, cutime and cstime, which Linux tells in ticks, a hundred a second. */
function timesOf(pid: number): number[] {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).map((ticks) => Number(ticks) / 100)
}

const kib = (file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(file))?.[1] ?? 0)

/** Empty when the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
