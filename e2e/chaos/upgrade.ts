/**
 * Upgrades every replica from an earlier version and rolls back again under load, as `helm upgrade` and
 * `helm rollback` do.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Cluster, type ClusterOptions, startCluster } from '@typecase/cluster/start'
import { loggedIn } from '../api.ts'
import { administrator } from '../process.ts'
import { judge, type Verdict } from './judge.ts'
import { type RollingResult, rollingRestart } from './rolling.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const services = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher'] as const
type Programs = Record<(typeof services)[number], string>

export interface UpgradeOptions {
  /** Checkout of the earlier version with installed packages. */
  readonly from: string
  readonly cluster: Omit<ClusterOptions, 'programs'>
  readonly perSecond: number
  readonly print: (line: string) => void
}

/** The result of a rolling restart, and the consistency checks after it. */
export interface UpgradeStep extends RollingResult {
  readonly checks: Verdict['checks']
}

export interface UpgradeResult {
  readonly upgrade: UpgradeStep
  readonly rollback: UpgradeStep
}

/** Milliseconds within which all events must be handled after a rolling restart. */
const limitMs = 60_000

/** @throws Error when `from` is not a checkout, or a process of either version does not start */
export async function upgradeAndRollBack({
  from,
  cluster: options,
  perSecond,
  print,
}: UpgradeOptions): Promise<UpgradeResult> {
  const earlier = programsOf(from)
  // `roll` changes this object, and the cluster reads it at each start of a process.
  const programs: Programs = { ...earlier }
  // Without NATS users, because earlier versions receive replies on subjects that these users may not read.
  const cluster = await startCluster({ ...options, programs, natsUsers: false })
  const roll = async (next: Programs): Promise<UpgradeStep> => {
    Object.assign(programs, next)
    const replicas = cluster.replicas.map(({ name }) => name)
    const upload = { atOnce: 1, bytes: 1024 * 1024 }
    const result = await rollingRestart({ cluster, replicas, perSecond, atOnce: 16, upload, print })
    const api = await loggedIn(cluster.baseUrl, administrator)
    const { checks } = await judge({ cluster, api, limitMs, print })
    return { ...result, checks }
  }
  try {
    print(`upgrade from ${from}: migrations first, then every replica`)
    await migrate(cluster, programsOf(root))
    const upgrade = await roll(programsOf(root))
    print('roll back: every replica to the earlier version, on the migrated schema')
    return { upgrade, rollback: await roll(earlier) }
  } finally {
    await cluster.stop()
  }
}

function programsOf(folder: string): Programs {
  const entries = services.map(
    (service) => [service, join(folder, 'services', service, 'src/main.ts')] as const,
  )
  const missing = entries.find(([, file]) => !existsSync(file))
  if (missing) throw new Error(`${folder} is no checkout of Typecase: ${missing[1]} is missing`)
  return Object.fromEntries(entries) as Programs
}

/** Runs the migrations, as the chart's pre-upgrade hook does. */
async function migrate(cluster: Cluster, programs: Programs): Promise<void> {
  for (const service of services.filter((name) => name !== 'gateway')) {
    const env = cluster.environment(service) as NodeJS.ProcessEnv
    await run(process.execPath, [programs[service], 'migrate'], { env, timeout: 120_000 })
  }
}
