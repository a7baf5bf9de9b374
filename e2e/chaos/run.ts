/** One run: a cluster, writers, blows, and the judgement. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@typecase/cluster/start'
import { loggedIn } from '../api.ts'
import { administrator } from '../process.ts'
import { strike } from './blows.ts'
import { readAll } from './check/found.ts'
import { startClients } from './clients.ts'
import { openLedger } from './ledger.ts'
import { type Blow, planOf, type Target } from './plan.ts'
import { seededRandom } from './random.ts'
import { requests } from './requests.ts'
import { judge, judgeKept, type Verdict } from './settle.ts'
import { type Tally, tally } from './tally.ts'

export interface RunOptions {
  readonly cluster: Cluster
  readonly dataDir: string
  readonly seed: number
  readonly rounds: number
  readonly targets: readonly Target[]
  readonly clients: number
  /** Milliseconds between blows, at least and at most. */
  readonly pauseMs: readonly [number, number]
  /** Milliseconds within which all must agree after the last restart. */
  readonly limitMs: number
  readonly print: (line: string) => void
  /** Default `all`. `kept`: what was acknowledged is there; events, references and the site are not waited for. */
  readonly judged?: 'all' | 'kept'
}

export interface RunResult extends Verdict {
  readonly blows: readonly Blow[]
  readonly tally: Tally
  readonly acknowledged: number
  /** Milliseconds during which writers wrote. */
  readonly loadMs: number
}

export async function chaosRun(options: RunOptions): Promise<RunResult> {
  const {
    cluster,
    dataDir,
    seed,
    rounds,
    targets,
    clients: count,
    pauseMs,
    limitMs,
    print,
    judged = 'all',
  } = options
  const api = await loggedIn(cluster.baseUrl, administrator)
  // From the first generation on, changes reach the site by themselves.
  await api.generate()
  const [ledger, counts] = [openLedger(), tally()]
  for (const [entity, values] of (await readAll(api)).values)
    for (const value of values) ledger.assume(entity, value)
  const client = requests(() => cluster.baseUrl, api.token)
  const began = Date.now()
  const clients = startClients({ count, seed, requests: client, ledger, tally: counts })
  const progress = setInterval(() => print(`${ledger.count()} writes acknowledged`), 5_000)
  const blows = planOf(seededRandom(seed), { rounds, targets, pauseMs })
  try {
    await strike({ cluster, dataDir, plan: blows, acknowledged: ledger.count, print })
    await sleep(500)
  } finally {
    clearInterval(progress)
    await clients.stop()
  }
  const loadMs = Date.now() - began
  print(`${ledger.count()} writes acknowledged in ${Math.round(loadMs / 1000)} s; everything is up again`)
  const verdict =
    judged === 'kept'
      ? await judgeKept({ api, ledger, limitMs })
      : await judge({ cluster, api, ledger, limitMs, print })
  const wrong = ['refusals of what was promised', counts.faults()] as const
  return {
    ...verdict,
    checks: [wrong, ...verdict.checks],
    blows,
    tally: counts,
    acknowledged: ledger.count(),
    loadMs,
  }
}
