/** Events about changed profiles update the pages that show them. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenerationServiceDef, ReceiptServiceDef } from '@typecase/contracts/services'
import type { UserActor } from '@typecase/kernel'
import { localEventBus } from '@typecase/messaging/events'
import { type OutboxTables, outboxRelay, outboxTables, recordEvent } from '@typecase/messaging/outbox'
import { grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres, uuidv7 } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { composePublisher } from '../src/compose.ts'
import { publisherConfig, smallSite } from './support/config.ts'
import { startUpstreams } from './support/upstreams.ts'

const log = createLogger('test', 'silent')
const actor: UserActor = { kind: 'user', id: uuidv7(), username: 'root', role: 'admin', sessionId: uuidv7() }
const { skip } = await testPostgres()

describe.skipIf(skip)(label('a changed profile', skip), () => {
  const state = smallSite()
  const undo: (() => unknown)[] = []
  let root: string
  let identity: ReturnType<typeof openPostgres<OutboxTables>>
  let client: ReturnType<typeof connect>
  const connect = (address: string) => grpcClient([GenerationServiceDef, ReceiptServiceDef], address)
  const read = (path: string) => readFile(join(root, '_site', path), 'utf8')

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'typecase-publisher-'))
    const upstreams = await startUpstreams(state)
    undo.push(() => rm(root, { recursive: true, force: true }), upstreams.stop)
    const [publisherSchema, identitySchema, busSchema] = [
      await freshSchema('publisher'),
      await freshSchema('publisher-identity'),
      await freshSchema('publisher-bus'),
    ]
    identity = openPostgres<OutboxTables>({ ...identitySchema, log })
    await migrate(identity, { '0001-initial': { up: outboxTables } })
    const busDatabase = openPostgres({ ...busSchema, log })
    const bus = localEventBus({ postgres: busDatabase, log, schema: busSchema.schema })
    undo.push(publisherSchema.drop, identitySchema.drop, busSchema.drop)
    undo.push(identity.close, busDatabase.close, bus.close)
    const config = publisherConfig(publisherSchema, root, upstreams.address)
    const publisher = composePublisher(config, { bus, log })
    for (const part of [
      outboxRelay({ postgres: identity, bus, source: '/typecase/identity', log }),
      publisher,
    ]) {
      await part.start()
      undo.push(part.stop)
    }
    client = connect(publisher.address())
    undo.push(() => client.close())
  })

  afterAll(async () => {
    for (const step of undo.toReversed()) await step()
  })

  it('updates the pages of the user, but a new email address does not', async () => {
    await client.generateSite({}, { actor })
    await vi.waitFor(async () => {
      expect(await read('post/hello/index.html')).toContain('<a href="/author/ann/">ann</a>')
    }, 15_000)
    const id = uuidv7()
    const updated = (revision: number, changed: string[]) =>
      identity.db.transaction().execute(async (tx) => {
        const data = { id, role: 'editor' as const, changed }
        await recordEvent(tx, { type: 'identity.user.updated', entity: `user:${id}`, revision, data })
      })
    await updated(1, ['email'])
    state.profiles = [{ username: 'Ann', profile: { displayName: 'Ann Lee', avatar: 'x.png' } }]
    await updated(2, ['displayName', 'avatar'])
    await vi.waitFor(async () => {
      expect(await read('post/hello/index.html')).toContain('<a href="/author/ann/">Ann Lee</a>')
    }, 15_000)
    expect(await read('author/ann/index.html')).toContain('<img src="/images/x.png" alt="">')
    const receipt = await vi.waitFor(async () => {
      const { receipts } = await client.listReceipts({ limit: 1, offset: 0 }, { actor })
      expect(receipts[0]).toMatchObject({ trigger: 'event', state: 'activated' })
      return receipts[0]
    }, 15_000)
    expect(receipt?.changes.map(({ kind, what, id: of, revision }) => [kind, what, of, revision])).toEqual([
      ['user', 'updated', id, 2],
    ])
    expect(receipt?.reasons.map(({ reason }) => reason)).toContain('authors')
  })
})
