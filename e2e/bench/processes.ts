/** Memory and CPU time of running processes, from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

/** Ids of a process and its descendants. */
export function tree(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = read(`/proc/${name}/stat`)
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent) parents.set(Number(name), parent)
  }
  const pids = [root]
  for (const pid of pids) for (const [child, parent] of parents) if (parent === pid) pids.push(child)
  return pids
}

/** Resident memory of one process in MiB. */
export const residentMiB = (pid: number): number => kib(`/proc/${pid}/status`, 'VmRSS') / 1024

/** Proportional set size of several processes in MiB: shared pages count once. */
export const sharedOutMiB = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + kib(`/proc/${pid}/smaps_rollup`, 'Pss'), 0) / 1024

/** CPU time of a process so far, all threads, in seconds. */
export const cpuSeconds = (pid: number): number => timesOf(pid).slice(0, 2).reduce(sum, 0)

/** Like `cpuSeconds`, but includes descendants that have ended. */
export const cpuSecondsWithEnded = (pid: number): number => timesOf(pid).reduce(sum, 0)

const sum = (a: number, b: number): number => a + b

/** utime, stime, cutime and cstime in seconds; the kernel counts in ticks of 10 ms. */
function timesOf(pid: number): number[] {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).map((ticks) => Number(ticks) / 100)
}

const kib = (file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(file))?.[1] ?? 0)

/** Text of a file in /proc; empty if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
