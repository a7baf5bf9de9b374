/** A chaos run: disrupts a cluster while clients write, then checks the result. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@typecase/cluster/start'
import { loggedIn } from '../api.ts'
import { administrator } from '../process.ts'
import { readAll } from './check/stored-state.ts'
import { startClients } from './clients.ts'
import { applyDisruptions } from './disruptions.ts'
import { judge, judgeStored, type Verdict } from './judge.ts'
import { openLedger } from './ledger.ts'
import { type Disruption, planOf, type Target } from './plan.ts'
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
  /** Minimum and maximum milliseconds between disruptions. */
  readonly pauseMs: readonly [number, number]
  /** Milliseconds after the last restart within which everything must be consistent. */
  readonly limitMs: number
  readonly print: (line: string) => void
  /** What is checked. Default `all`; `stored` omits events, references and the site. */
  readonly judged?: 'all' | 'stored'
}

export interface RunResult extends Verdict {
  readonly disruptions: readonly Disruption[]
  readonly tally: Tally
  readonly acknowledged: number
  /** Duration of the load in milliseconds. */
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
  // Changes are published automatically only after the first generation.
  await api.generate()
  const [ledger, counts] = [openLedger(), tally()]
  for (const [entity, values] of (await readAll(api)).values)
    for (const value of values) ledger.assume(entity, value)
  const client = requests(() => cluster.baseUrl, api.token)
  const began = Date.now()
  const clients = startClients({ count, seed, requests: client, ledger, tally: counts })
  const progress = setInterval(() => print(`${ledger.count()} writes acknowledged`), 5_000)
  const disruptions = planOf(seededRandom(seed), { rounds, targets, pauseMs })
  try {
    await applyDisruptions({ cluster, dataDir, plan: disruptions, acknowledged: ledger.count, print })
    await sleep(500)
  } finally {
    clearInterval(progress)
    await clients.stop()
  }
  const loadMs = Date.now() - began
  print(
    `${ledger.count()} writes acknowledged in ${Math.round(loadMs / 1000)} s; all processes are running again`,
  )
  const verdict =
    judged === 'stored'
      ? await judgeStored({ api, ledger, limitMs })
      : await judge({ cluster, api, ledger, limitMs, print })
  const wrong = ['valid request rejected', counts.errors()] as const
  return {
    ...verdict,
    checks: [wrong, ...verdict.checks],
    disruptions,
    tally: counts,
    acknowledged: ledger.count(),
    loadMs,
  }
}
