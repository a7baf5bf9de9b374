/**
 * `npm run chaos`: kills processes of a running system while clients write, and checks that no write is lost.
 * See docs/reliability.md.
 */
import { fileURLToPath } from 'node:url'
import { type ClusterOptions, startCluster } from '@typecase/cluster/start'
import { printTable, round } from '../bench/table.ts'
import { administrator, temporaryFolder } from '../process.ts'
import { type ChaosOptions, chaosOptions, usage } from './options.ts'
import { outages } from './outage.ts'
import { isCorrect, report, reportChecks } from './report.ts'
import { type RollingResult, rollingRestart } from './rolling.ts'
import { chaosRun } from './run.ts'
import { type UpgradeStep, upgradeAndRollBack } from './upgrade.ts'

const started = performance.now()
const print = (line: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`)

function optionsOrEnd(): ChaosOptions {
  try {
    return chaosOptions(process.argv.slice(2), process.env)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    process.exit(2)
  }
}

const env = {
  ...process.env,
  ADMIN_PASSWORD: administrator.password,
  RATE_LIMIT_PER_MINUTE: '1000000000',
  LOG_LEVEL: 'warn',
}

async function runKills(
  { seed, rounds, targets, clients, within, broken }: ChaosOptions,
  dataDir: string,
): Promise<boolean> {
  print(`seed ${seed}`)
  const programs: ClusterOptions['programs'] = broken
    ? { content: fileURLToPath(new URL(`broken/${broken}.ts`, import.meta.url)) }
    : {}
  const cluster = await startCluster({ dataDir, env, programs, print })
  try {
    const limitMs = within * 1_000
    const hasSucceeded = report(
      await chaosRun({
        cluster,
        dataDir,
        seed,
        rounds,
        targets,
        clients,
        pauseMs: [300, 2_500],
        limitMs,
        print,
      }),
    )
    console.log(
      hasSucceeded
        ? `\nNothing was lost, duplicated or left unfinished (seed ${seed}).`
        : `\nErrors were found. Repeat the same kills with --seed ${seed}.`,
    )
    return hasSucceeded
  } finally {
    await cluster.stop()
  }
}

const replicas = { gateway: 2, identity: 2, content: 2, media: 2, themes: 2, publisher: 2 }

async function runRollingRestart({ abrupt }: ChaosOptions, dataDir: string): Promise<boolean> {
  const cluster = await startCluster({
    dataDir,
    env: { ...env, DRAIN_MS: abrupt ? '0' : '2000' },
    replicas,
    print,
  })
  try {
    const order = cluster.replicas.map(({ name }) => name)
    const upload = { atOnce: 2, bytes: 4 * 1024 * 1024 }
    return printRolling(
      'Rolling restart',
      await rollingRestart({ cluster, replicas: order, perSecond: 200, atOnce: 16, upload, print }),
    )
  } finally {
    await cluster.stop()
  }
}

async function runUpgrade(from: string, dataDir: string): Promise<boolean> {
  const cluster = { dataDir, env: { ...env, DRAIN_MS: '2000' }, replicas, print }
  const { upgrade, rollback } = await upgradeAndRollBack({ from, cluster, perSecond: 100, print })
  const printStep = (title: string, step: UpgradeStep) => {
    const hasSucceeded = printRolling(title, step)
    reportChecks(step.checks)
    return hasSucceeded && isCorrect(step)
  }
  return [printStep('Upgrade', upgrade), printStep('Rollback', rollback)].every(Boolean)
}

/** Prints the table of a rolling restart; returns whether all requests succeeded. */
function printRolling(title: string, { replicas, failures, uploads, perSecond }: RollingResult): boolean {
  const rows = replicas.map(({ name, requests, failed, slowest }) => [name, requests, failed, slowest])
  printTable(title, ['replica', 'requests', 'failed', 'slowest (ms)'], rows)
  for (const failure of failures.slice(0, 20)) console.log(failure)
  console.log(
    `\n${failures.length} requests failed, at ${round(perSecond)} requests a second with ${uploads} large uploads`,
  )
  return failures.length === 0
}

async function runOutages(dataDir: string): Promise<boolean> {
  const cluster = await startCluster({ dataDir, env, print })
  try {
    const { found, errors } = await outages(cluster, print)
    const rows = found.map(({ service, manner, refusal, p99, requests, recovery }) => [
      `${service} ${manner}`,
      round(refusal),
      requests,
      round(p99.before, 1),
      round(p99.during, 1),
      round(recovery, 1),
    ])
    const columns = [
      'outage',
      'slowest refusal (ms)',
      'requests to others',
      'their p99 before (ms)',
      'during (ms)',
      'recovered after (s)',
    ]
    printTable('One service dead or unresponsive', columns, rows)
    for (const error of errors.slice(0, 20)) console.log(error)
    console.log(`\n${errors.length} unexpected responses or restarts`)
    return errors.length === 0
  } finally {
    await cluster.stop()
  }
}

const options = optionsOrEnd()

function work(dataDir: string): Promise<boolean> {
  if (options.upgradeFrom !== undefined) return runUpgrade(options.upgradeFrom, dataDir)
  if (options.outages) return runOutages(dataDir)
  return options.rolling ? runRollingRestart(options, dataDir) : runKills(options, dataDir)
}

const folder = temporaryFolder()
try {
  process.exitCode = (await work(folder.path)) ? 0 : 1
} finally {
  folder.remove()
}
