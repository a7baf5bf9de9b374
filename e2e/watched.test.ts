/** The system as its operator sees it: who is answered, what is written down, what is measured. */
import { type Cluster, startCluster } from '@typecase/cluster/start'
import {
  FileServiceDef,
  GenerationServiceDef,
  HealthDef,
  PostServiceDef,
  ThemeServiceDef,
  UserServiceDef,
} from '@typecase/contracts/services'
import type { Actor } from '@typecase/kernel'
import { grpcClient } from '@typecase/runtime/grpc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, temporaryFolder } from './process.ts'

const folder = temporaryFolder()
const lines: string[] = []
let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster({
    dataDir: folder.path,
    keep: false,
    env: { ...process.env, ADMIN_PASSWORD: administrator.password, LOG_LEVEL: 'debug' },
    onLine: (name, line) => lines.push(`${name} ${line}`),
  })
}, 180_000)
afterAll(async () => {
  await cluster?.stop()
  folder.remove()
}, 60_000)

const admin: Actor = { kind: 'user', id: 'x', username: 'admin', role: 'admin', sessionId: 'x' }

describe('a service', () => {
  it.each([
    ['identity', UserServiceDef, 'listUsers'],
    ['content', PostServiceDef, 'listPosts'],
    ['media', FileServiceDef, 'listFiles'],
    ['themes', ThemeServiceDef, 'listThemes'],
    ['publisher', GenerationServiceDef, 'getSiteStatus'],
  ] as const)('%s answers nobody who only says that an administrator asks, and tells probes its health', async (name, def, method) => {
    const client = grpcClient([def, HealthDef], `127.0.0.1:${cluster.environment(name).GRPC_PORT}`)
    const call = client[method as keyof typeof client] as (request: object, options: object) => Promise<unknown>
    const refused = await call({}, { actor: admin }).catch((error: Error) => error.cause)
    expect(String(refused)).toContain('16 UNAUTHENTICATED: the call is not signed')
    expect(await client.check({})).toEqual({ status: 'SERVING' })
    client.close()
  })
})
