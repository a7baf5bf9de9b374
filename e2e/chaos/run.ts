/** One run: a cluster, writers, blows, and the checks. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@typecase/cluster/start'
import { loggedIn } from '../api.ts'
import { administrator } from '../process.ts'
import { strike } from './blows.ts'
import { readAll } from './check/found.ts'
import { startClients } from './clients.ts'
import { judge, judgeStored, type Verdict } from './judge.ts'
import { openLedger } from './ledger.ts'
import { type Blow, planOf, type Target } from './plan.ts'
import { seededRandom } from './random.ts'
import { requests } from './requests.ts'
import { type Tally, tally } from './tally.ts'

export interface RunOptions {
  readonly cluster: Cluster
  readonly dataDir: string
  readonly seed: number
  readonly rounds: number
  readonly targets: readonly Target[]
  readonly clients: number
  /** Minimum and maximum milliseconds between blows. */
  readonly pauseMs: readonly [number, number]
  /** Milliseconds in which everything must agree after the last restart. */
  readonly limitMs: number
  readonly print: (line: string) => void
  /** Default `all`. `stored`: acknowledged writes exist; events, references and the site are not checked. */
  readonly judged?: 'all' | 'stored'
}

export interface RunResult extends Verdict {
  readonly blows: readonly Blow[]
  readonly tally: Tally
  readonly acknowledged: number
  /** Milliseconds of load. */
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
  // After the first generation changes are published automatically.
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
  print(`${ledger.count()} writes acknowledged in ${Math.round(loadMs / 1000)} s; all processes run again`)
  const verdict =
    judged === 'stored'
      ? await judgeStored({ api, ledger, limitMs })
      : await judge({ cluster, api, ledger, limitMs, print })
  const wrong = ['refusals of acknowledged state', counts.errors()] as const
  return {
    ...verdict,
    checks: [wrong, ...verdict.checks],
    blows,
    tally: counts,
    acknowledged: ledger.count(),
    loadMs,
  }
}
