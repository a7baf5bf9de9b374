/** Which callers a server accepts, over a socket and within the process. */
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { FileServiceDef, HealthDef } from '@typecase/contracts/services'
import { type Actor, serviceActor } from '@typecase/kernel'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GrpcServer, grpcClient, implement, type LocalServers, serveGrpc } from '../src/grpc/index.ts'
import { createLogger } from '../src/log/index.ts'
import {
  callGuard,
  callSigner,
  generateServiceKeys,
  type KeyFiles,
  readServiceKeys,
} from '../src/service-keys/index.ts'

const files = generateServiceKeys()
const keysOf = (service: keyof KeyFiles) => {
  const keys = readServiceKeys(service, files[service])
  if (typeof keys === 'string') throw new Error(keys)
  return keys
}
const admin: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'admin', sessionId: 's1' }
const log = createLogger('test', 'silent')
const servers: LocalServers = new Map()
let server: GrpcServer
let chunksRead = 0

beforeAll(async () => {
  const never = async (): Promise<never> => {
    throw new Error('not called')
  }
  server = serveGrpc({
    name: 'media',
    log,
    host: '127.0.0.1',
    port: 0,
    guard: callGuard(keysOf('media'), log),
    local: servers,
    services: [
      implement(FileServiceDef, {
        getFile: async ({ id }, { actor }) => ({ id, filename: actor.kind }),
        listFiles: async () => ({ files: [] }),
        updateFile: never,
        deleteFile: async () => ({}),
        async uploadFile(requests) {
          for await (const _ of requests) chunksRead += 1
          return {}
        },
        async *readFile() {
          yield { chunk: Buffer.from('x') }
        },
      }),
    ],
  })
  await server.start()
})
afterAll(() => server.stop())

async function codeOf(
  call: (client: ReturnType<typeof connect>) => Promise<unknown>,
  service?: keyof KeyFiles,
): Promise<number | 'answered'> {
  const client = connect(service)
  try {
    await call(client)
    return 'answered'
  } catch (error) {
    return ((error as Error).cause as ServiceError).code
  } finally {
    client.close()
  }
}
let local: LocalServers | undefined
const connect = (service?: keyof KeyFiles) =>
  grpcClient([FileServiceDef], server.address(), service && callSigner(keysOf(service), 'media'), local)

describe.each([
  ['over a socket', undefined],
  ['within the process', servers],
])('a server called %s', (_, localServers) => {
  beforeEach(() => {
    local = localServers
  })
  afterEach(() => {
    local = undefined
  })

  it('permits each caller only its methods and actors', async () => {
    expect(await codeOf((client) => client.deleteFile({ id: 'f' }, { actor: admin }), 'gateway')).toBe(
      'answered',
    )
    const publisher = { actor: serviceActor('publisher') }
    expect(await codeOf((client) => client.listFiles({}, publisher), 'publisher')).toBe('answered')
    expect(await codeOf((client) => client.deleteFile({ id: 'f' }, publisher), 'publisher')).toBe(
      status.PERMISSION_DENIED,
    )
    expect(await codeOf((client) => client.listFiles({}, { actor: admin }), 'publisher')).toBe(
      status.PERMISSION_DENIED,
    )
  })

  it('refuses unsigned calls', async () => {
    expect(await codeOf((client) => client.getFile({ id: 'f' }, { actor: admin }))).toBe(
      status.UNAUTHENTICATED,
    )
  })
})

it('refuses streams before reading them', async () => {
  async function* endless() {
    for (;;) yield { chunk: Buffer.alloc(65_536) }
  }
  expect(await codeOf((client) => client.uploadFile(endless(), { actor: admin }))).toBe(
    status.UNAUTHENTICATED,
  )
  expect(
    await codeOf((client) =>
      client.readFile({ filename: 'x' }, { actor: admin })[Symbol.asyncIterator]().next(),
    ),
  ).toBe(status.UNAUTHENTICATED)
  expect(chunksRead).toBe(0)
  async function* some() {
    yield { chunk: Buffer.from('x') }
  }
  expect(await codeOf((client) => client.uploadFile(some(), { actor: admin }), 'gateway')).toBe('answered')
  expect(chunksRead).toBe(1)
})

it('refuses a call whose actor was changed in transit', async () => {
  const raw = new Client(server.address(), credentials.createInsecure())
  const method = FileServiceDef.definition().GetFile
  if (!method) throw new Error('no method')
  const { path, requestSerialize, responseDeserialize } = method
  const sign = callSigner(keysOf('gateway'), 'media')
  const editor = JSON.stringify({ ...admin, role: 'editor' })
  const codeWith = (signed: string, sent: string) => {
    const metadata = new Metadata()
    metadata.set('typecase-actor-bin', Buffer.from(sent))
    metadata.set('typecase-caller', sign?.(path, signed) ?? '')
    return new Promise<number>((resolve) => {
      raw.makeUnaryRequest(path, requestSerialize, responseDeserialize, { id: 'f' }, metadata, (error) =>
        resolve(error?.code ?? status.OK),
      )
    })
  }
  expect(await codeWith(editor, editor)).toBe(status.OK)
  expect(await codeWith(editor, JSON.stringify(admin))).toBe(status.UNAUTHENTICATED)
  raw.close()
})

it('reports its health to unsigned callers', async () => {
  const probe = grpcClient([HealthDef], server.address())
  expect(await probe.check({})).toEqual({ status: 'SERVING' })
  probe.close()
})
