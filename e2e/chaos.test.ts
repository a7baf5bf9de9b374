/**
 * A short form of `npm run chaos`: what is written outlives the deaths of processes. That the harness sees a broken service is
 * shown by `npm run chaos -- --broken early-answer`, which takes minutes and leaves to chance which writes a kill meets.
 */
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chaosRun, type RunOptions } from './chaos/run.ts'
import { administrator, temporaryFolder } from './process.ts'

const folder = temporaryFolder()
let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster({
    dataDir: folder.path,
    env: { ...process.env, ADMIN_PASSWORD: administrator.password, RATE_LIMIT_PER_MINUTE: '1000000000', LOG_LEVEL: 'error' },
  })
}, 180_000)
afterAll(async () => {
  await cluster?.stop()
  folder.remove()
}, 60_000)

it('writes are all kept while processes are killed, each once, by every service and on the site', async () => {
  const targets = ['content', 'gateway', 'media', 'nats', 'postgres'] as const
  // CI has two slow cores: that everything agrees in the end is what counts here.
  const options: RunOptions = {
    cluster,
    dataDir: folder.path,
    seed: 11,
    targets,
    rounds: 1,
    clients: 8,
    pauseMs: [100, 400],
    limitMs: 120_000,
    say: () => undefined,
  }
  const { checks, acknowledged } = await chaosRun(options)
  expect(checks.filter(([, faults]) => faults.length > 0)).toEqual([])
  expect(acknowledged).toBeGreaterThan(50)
}, 240_000)
