/** Limits the CPU time of processes with a cgroup if this user may create one, otherwise with cpulimit. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CpuLimit {
  /** Name of the limiting mechanism, for the report. */
  readonly by: string
  release(): void
}

/** Period of the CPU quota in microseconds, as in Kubernetes. */
const periodUs = 100_000
const root = '/sys/fs/cgroup'

/** Limits these processes, and those that they start later, to a share of one core in total. */
export function limitCpu(name: string, pids: readonly number[], share: number): CpuLimit {
  const quota = Math.round(periodUs * share)
  if (isUnified())
    return grouped(join(root, name), root, pids, 'cgroup cpu.max', {
      'cpu.max': `${quota} ${periodUs}`,
      'cpu.weight': '10000',
    })
  if (existsSync(join(root, 'cpu/cpu.cfs_quota_us')) || existsSync(join(root, 'cpu/cgroup.procs')))
    return grouped(join(root, 'cpu', name), join(root, 'cpu'), pids, 'cgroup cpu.cfs_quota_us', {
      'cpu.cfs_period_us': String(periodUs),
      'cpu.cfs_quota_us': String(quota),
      // With this high weight, other load on the machine does not reduce the share.
      'cpu.shares': '100000',
    })
  return byCpulimit(pids, share)
}

const isUnified = (): boolean =>
  existsSync(join(root, 'cgroup.controllers')) &&
  readFileSync(join(root, 'cgroup.controllers'), 'utf8').split(/\s/).includes('cpu')

function grouped(
  group: string,
  parent: string,
  pids: readonly number[],
  by: string,
  settings: Readonly<Record<string, string>>,
): CpuLimit {
  mkdirSync(group, { recursive: true })
  for (const [file, value] of Object.entries(settings)) writeFileSync(join(group, file), value)
  const move = (to: string, pid: number | string) => writeFileSync(join(to, 'cgroup.procs'), String(pid))
  for (const pid of pids) move(group, pid)
  return {
    by,
    release() {
      for (const pid of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
        move(parent, pid)
      rmdirSync(group)
    },
  }
}

/** Limits the first process and its children with cpulimit, which stops and continues processes. */
function byCpulimit(pids: readonly number[], share: number): CpuLimit {
  if (spawnSync('cpulimit', ['--help']).error)
    throw new Error('cannot limit processes: run as root, or install the package cpulimit')
  const [main] = pids
  const args = ['--include-children', '--limit', String(Math.round(share * 100)), '--pid', String(main)]
  const child = spawn('cpulimit', args, { stdio: 'ignore' })
  return { by: 'cpulimit', release: () => void child.kill('SIGTERM') }
}
