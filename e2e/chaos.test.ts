/** A short form of `npm run chaos`, on one cluster: what is written outlives the deaths of processes, and a broken service is seen. */
import { fileURLToPath } from 'node:url'
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chaosRun, type RunOptions } from './chaos/run.ts'
import { administrator, temporaryFolder } from './process.ts'

const folder = temporaryFolder()
let cluster: Cluster
/** A program in place of content, from its next start on. */
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

// CI has two slow cores: that everything agrees in the end is what counts here.
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

it('writes are all kept while processes are killed, each once, by every service and on the site', async () => {
  const { checks, acknowledged } = await run({
    seed: 11,
    rounds: 1,
    targets: ['content', 'gateway', 'media', 'nats', 'postgres'],
  })
  expect(checks.filter(([, faults]) => faults.length > 0)).toEqual([])
  expect(acknowledged).toBeGreaterThan(50)
}, 240_000)

it('writes are seen to be lost by a content service that answers before its commit', async () => {
  programs.content = fileURLToPath(new URL('chaos/broken/early-answer.ts', import.meta.url))
  await cluster.restart('content')
  // Each of eight clients has the write before its present one between answer and commit: three kills meet some of them.
  const { checks } = await run({ seed: 1, rounds: 3, targets: ['content'], judged: 'kept' })
  expect(checks.flatMap(([, faults]) => faults)).not.toEqual([])
}, 240_000)
