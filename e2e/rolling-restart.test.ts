/**
 * A short version of `npm run chaos -- --rolling`: restarts replicas one by one without a failed request.
 */
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rollingRestart } from './chaos/rolling.ts'
import { administrator, temporaryFolder } from './process.ts'

const folder = temporaryFolder()
let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster({
    dataDir: folder.path,
    keep: false,
    env: {
      ...process.env,
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT_PER_MINUTE: '1000000000',
      LOG_LEVEL: 'error',
      DRAIN_MS: '3000',
    },
    replicas: { gateway: 2, content: 2, media: 2 },
  })
}, 180_000)
afterAll(async () => {
  await cluster?.stop()
  folder.remove()
}, 60_000)

it('serves every request while replicas are restarted one by one', async () => {
  const { failures, replicas, uploads } = await rollingRestart({
    cluster,
    replicas: ['gateway', 'content-2', 'media'],
    // Two slow cores can sustain this rate.
    perSecond: 20,
    atOnce: 4,
    upload: { atOnce: 1, bytes: 512 * 1024 },
    print: () => undefined,
  })
  expect(failures).toEqual([])
  expect(uploads).toBeGreaterThan(0)
  for (const { requests } of replicas) expect(requests).toBeGreaterThan(50)
}, 240_000)
