/** Applies the planned disruptions to the cluster. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@typecase/cluster/start'
import { waitUntil } from '@typecase/runtime/child-process'
import type { Disruption, Target } from './plan.ts'

export interface DisruptionOptions {
  readonly cluster: Cluster
  readonly dataDir: string
  readonly plan: readonly Disruption[]
  readonly acknowledged: () => number
  readonly print: (line: string) => void
}

/** Number of acknowledged writes to wait for before the next disruption, and the maximum time to wait. */
const writes = 25
const writesWithinMs = 15_000

/** Resolves when all processes are running again. */
export async function applyDisruptions({
  cluster,
  dataDir,
  plan,
  acknowledged,
  print,
}: DisruptionOptions): Promise<void> {
  const killedPids = new Map<Target, number>()
  let restarts: Promise<void>[] = []
  const untilRestarted = (target: Target) =>
    waitUntil(target, async () => cluster.pid(target) !== killedPids.get(target), 60_000)
  const untilAllRestarted = async () => {
    await Promise.all(restarts)
    restarts = []
    for (const target of killedPids.keys()) await untilRestarted(target)
    await cluster.ready()
  }
  for (const disruption of plan) {
    const { target } = disruption
    if (!disruption.mayOverlap) {
      await untilAllRestarted()
      await untilWritten(acknowledged)
    }
    await sleep(disruption.pauseMs)
    // Only a running process can be killed.
    await untilRestarted(target)
    print(describe(disruption))
    if (disruption.kind === 'freeze') {
      await cluster.kill(target, 'SIGSTOP')
      await sleep(disruption.forMs)
      await cluster.kill(target, 'SIGCONT')
      continue
    }
    killedPids.set(target, cluster.pid(target))
    if (disruption.kind === 'kill') await cluster.kill(target, 'SIGKILL')
    if (disruption.kind === 'outage')
      restarts.push(cluster.restart(target, () => sleep(disruption.forMs), 'SIGKILL'))
    if (disruption.kind === 'wipe')
      restarts.push(cluster.restart('nats', () => rm(join(dataDir, 'nats'), { recursive: true }), 'SIGKILL'))
  }
  await untilAllRestarted()
}

async function untilWritten(acknowledged: () => number): Promise<void> {
  const target = acknowledged() + writes
  const end = Date.now() + writesWithinMs
  while (acknowledged() < target && Date.now() < end) await sleep(20)
}

function describe(disruption: Disruption): string {
  if (disruption.kind === 'kill') return `${disruption.target} is killed`
  if (disruption.kind === 'wipe') return 'nats is killed and loses its storage'
  return `${disruption.target} is ${disruption.kind === 'freeze' ? 'frozen' : 'killed and stays down'} for ${(disruption.forMs / 1000).toFixed(1)} s`
}
