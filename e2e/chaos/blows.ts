/** Executes the plan on the cluster. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@typecase/cluster/start'
import { waitUntil } from '@typecase/runtime/child-process'
import type { Blow, Target } from './plan.ts'

export interface BlowsOptions {
  readonly cluster: Cluster
  readonly dataDir: string
  readonly plan: readonly Blow[]
  readonly acknowledged: () => number
  readonly print: (line: string) => void
}

/** Acknowledged writes before the next blow, and the maximum time to wait for them. */
const writes = 25
const writesWithinMs = 15_000

/** Resolves when everything runs again. */
export async function strike({ cluster, dataDir, plan, acknowledged, print }: BlowsOptions): Promise<void> {
  const dead = new Map<Target, number>()
  let returns: Promise<void>[] = []
  const back = (target: Target) =>
    waitUntil(target, async () => cluster.pid(target) !== dead.get(target), 60_000)
  const allBack = async () => {
    await Promise.all(returns)
    returns = []
    for (const target of dead.keys()) await back(target)
    await cluster.ready()
  }
  for (const blow of plan) {
    const { target } = blow
    if (!blow.isSoon) {
      await allBack()
      await written(acknowledged)
    }
    await sleep(blow.pauseMs)
    // Only a running process can be killed.
    await back(target)
    print(describe(blow))
    if (blow.kind === 'freeze') {
      await cluster.kill(target, 'SIGSTOP')
      await sleep(blow.forMs)
      await cluster.kill(target, 'SIGCONT')
      continue
    }
    dead.set(target, cluster.pid(target))
    if (blow.kind === 'kill') await cluster.kill(target, 'SIGKILL')
    if (blow.kind === 'outage') returns.push(cluster.restart(target, () => sleep(blow.forMs), 'SIGKILL'))
    if (blow.kind === 'wipe')
      returns.push(cluster.restart('nats', () => rm(join(dataDir, 'nats'), { recursive: true }), 'SIGKILL'))
  }
  await allBack()
}

async function written(acknowledged: () => number): Promise<void> {
  const enough = acknowledged() + writes
  const end = Date.now() + writesWithinMs
  while (acknowledged() < enough && Date.now() < end) await sleep(20)
}

function describe(blow: Blow): string {
  if (blow.kind === 'kill') return `${blow.target} is killed`
  if (blow.kind === 'wipe') return 'nats is killed and loses its storage'
  return `${blow.target} is ${blow.kind === 'freeze' ? 'frozen' : 'killed and stays down'} for ${(blow.forMs / 1000).toFixed(1)} s`
}
