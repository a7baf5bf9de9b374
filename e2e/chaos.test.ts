/**
 * A short form of `npm run chaos` on one cluster: writes survive killed processes, and a broken service is
 * detected.
 */
import { fileURLToPath } from 'node:url'
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chaosRun, type RunOptions } from './chaos/run.ts'
import { administrator, temporaryFolder } from './process.ts'

const folder = temporaryFolder()
let cluster: Cluster
/** Program that replaces the content service at its next start. */
const programs: { content?: string } = {}

beforeAll(async () => {
  cluster = await startCluster({
    dataDir: folder.path,
    env: {
      ...process.env,
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT_PER_MINUTE: '1000000000',
      LOG_LEVEL: 'error',
    },
    programs,
  })
}, 180_000)
afterAll(async () => {
  await cluster?.stop()
  folder.remove()
}, 60_000)

// The generous time limit allows for two slow cores in CI.
const run = (options: Pick<RunOptions, 'seed' | 'targets' | 'rounds' | 'judged'>) =>
  chaosRun({
    cluster,
    dataDir: folder.path,
    clients: 8,
    pauseMs: [100, 400],
    limitMs: 120_000,
    print: () => undefined,
    ...options,
  })

it('stores every write exactly once, in every service and on the site, while processes are killed', async () => {
  const { checks, acknowledged } = await run({
    seed: 11,
    rounds: 1,
    targets: ['content', 'gateway', 'media', 'nats', 'postgres'],
  })
  expect(checks.filter(([, errors]) => errors.length > 0)).toEqual([])
  expect(acknowledged).toBeGreaterThan(50)
}, 240_000)

it('detects writes lost by a content service that replies before its commit', async () => {
  programs.content = fileURLToPath(new URL('chaos/broken/early-answer.ts', import.meta.url))
  await cluster.restart('content')
  // Each of eight clients often has a write between reply and commit, so three kills lose some writes.
  const { checks } = await run({ seed: 1, rounds: 3, targets: ['content'], judged: 'stored' })
  expect(checks.flatMap(([, errors]) => errors)).not.toEqual([])
}, 240_000)
