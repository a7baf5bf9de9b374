import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { label, testNats, testPostgres, testS3 } from '@typecase/testing/infra'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../src/start.ts'

const skip = [await testPostgres(), await testNats(), await testS3()].find((server) => server.skip)?.skip

describe.skipIf(skip)(label('the cluster on one machine', skip), () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'typecase-cluster-'))
  let cluster: Cluster
  const lines: string[] = []

  beforeAll(async () => {
    // An interrupted start leaves this folder behind. The next start must succeed.
    mkdirSync(join(dataDir, 'service-keys'))
    cluster = await startCluster({
      dataDir,
      keep: false,
      env: { ADMIN_PASSWORD: 'admin-password' },
      onLine: (name, line) => lines.push(`${name} ${line}`),
    })
  }, 120_000)
  afterAll(async () => {
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  it('responds over HTTP as soon as it has started', async () => {
    expect((await fetch(`${cluster.baseUrl}/api/posts`)).status).toBe(200)
  })

  it('passes each log line to onLine, with the name of its process', () => {
    expect(lines.some((line) => line.startsWith('identity {'))).toBe(true)
  })
})
