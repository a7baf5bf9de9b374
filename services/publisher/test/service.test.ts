import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenerationServiceDef, ReceiptServiceDef } from '@typecase/contracts/services'
import type { UserActor } from '@typecase/kernel'
import { eventConsumer, localEventBus } from '@typecase/messaging/events'
import { type OutboxTables, outboxRelay, outboxTables, recordEvent } from '@typecase/messaging/outbox'
import { grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres, uuidv7 } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { postgresGenerationLedger } from '../src/adapters/postgres/ledger.ts'
import type { PublisherTables } from '../src/adapters/postgres/schema.ts'
import { composePublisher } from '../src/compose.ts'
import type { PublisherConfig } from '../src/config.ts'
import { publisherConfig, smallSite } from './support/config.ts'
import { startUpstreams } from './support/upstreams.ts'

const log = createLogger('test', 'silent')
const admin: UserActor = { kind: 'user', id: uuidv7(), username: 'root', role: 'admin', sessionId: uuidv7() }
const editor: UserActor = { ...admin, role: 'editor' }

const { skip } = await testPostgres()

describe.skipIf(skip)(label('the publisher over gRPC', skip), () => {
  const state = smallSite()
  const undo: (() => Promise<unknown>)[] = []
  let root: string
  let publisher: ReturnType<typeof composePublisher>
  let another: () => ReturnType<typeof composePublisher>
  let config: PublisherConfig
  let client: ReturnType<typeof connect>
  let content: ReturnType<typeof openPostgres<OutboxTables>>
  const facts: { type: string; id: string; trigger: string }[] = []
  const connect = () => grpcClient([GenerationServiceDef], publisher.address())
  const idle = () =>
    vi.waitFor(async () => {
      const status = await client.getSiteStatus({}, { actor: admin })
      if (status.current) throw new Error(status.current.state)
      return status
    }, 15_000)
  const generate = async (request: Parameters<typeof client.generateSite>[0] = {}) => {
    await client.generateSite(request, { actor: admin })
    return idle()
  }
  const read = (path: string, dir = '_site') => readFile(join(root, dir, path), 'utf8')

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'typecase-publisher-'))
    undo.push(() => rm(root, { recursive: true, force: true }))
    const upstreams = await startUpstreams(state)
    undo.push(upstreams.stop)
    const [publisherSchema, contentSchema, busSchema] = [
      await freshSchema('publisher'),
      await freshSchema('publisher-content'),
      await freshSchema('publisher-bus'),
    ]
    undo.push(publisherSchema.drop, contentSchema.drop, busSchema.drop)
    content = openPostgres<OutboxTables>({ ...contentSchema, log })
    await migrate(content, { '0001-initial': { up: outboxTables } })
    const busDatabase = openPostgres({ ...busSchema, log })
    const bus = localEventBus({ postgres: busDatabase, log, schema: busSchema.schema })
    undo.push(content.close, busDatabase.close, bus.close)
    const relay = outboxRelay({ postgres: content, bus, source: '/typecase/content', log })
    const listener = eventConsumer({
      bus,
      postgres: content,
      durable: 'listener',
      log,
      on: [
        {
          types: ['publisher.site.generated', 'publisher.site.failed'],
          handle: async ({ type, data }) =>
            void facts.push({ type, id: String(data.id), trigger: String(data.trigger) }),
        },
      ],
    })
    config = publisherConfig(publisherSchema, root, upstreams.address)
    another = () => composePublisher(config, { bus, log })
    publisher = another()
    for (const part of [relay, listener, publisher]) {
      await part.start()
      undo.push(part.stop)
    }
    client = connect()
    undo.push(async () => client.close())
  })

  afterAll(async () => {
    for (const step of undo.toReversed()) await step()
  })

  it('responds immediately, and the site exists when the publisher is idle', async () => {
    const { options } = await client.generateSite({}, { actor: admin })
    expect(options).toEqual({ outputDir: '_site', baseUrl: '', cleanUrls: true })
    const status = await idle()
    expect(status).toMatchObject({
      staticOutputDir: '_site',
      last: { state: 'succeeded', trigger: 'manual', errors: [] },
    })
    expect(status.lastGenerated).toEqual(status.last?.finishedAt)
    expect(await read('post/hello/index.html')).toContain(
      '<strong>two</strong> <img src="/images/x.png" alt="x" loading="lazy" decoding="async">',
    )
    expect([await read('images/x.png'), await read('assets/css/style.css')]).toEqual(['png', 'body{}'])
    expect(await read('sitemap.xml')).not.toContain('secret')
    await vi.waitFor(
      () => expect(facts).toMatchObject([{ type: 'publisher.site.generated', trigger: 'manual' }]),
      10_000,
    )
  })

  it('requires an administrator', async () => {
    await expect(client.generateSite({}, { actor: editor })).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'Only administrators can generate static sites',
    })
    await expect(client.getSiteStatus({}, { actor: editor })).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(client.checkOutputDir({ outputDir: 'x' }, { actor: editor })).rejects.toMatchObject({
      kind: 'forbidden',
    })
    await expect(client.checkOutputDir({ outputDir: '_site/inner' }, { actor: admin })).rejects.toMatchObject(
      {
        problems: [{ path: 'outputDir' }],
      },
    )
    await expect(client.generateSite({}, { actor: { kind: 'anonymous' } })).rejects.toMatchObject({
      kind: 'unauthenticated',
    })
    await expect(client.generateSite({ outputDir: '../x' }, { actor: admin })).rejects.toMatchObject({
      kind: 'invalid',
      problems: [{ path: 'outputDir' }],
    })
  })

  it('lists stored generations, and shows a restored one until the next generation', async () => {
    state.settings = { ...state.settings, siteTitle: 'Later' }
    await generate()
    const { generations } = await client.listGenerations({}, { actor: admin })
    expect(generations.map(({ live, trigger, pages }) => [live, trigger, pages > 0])).toEqual([
      [true, 'manual', true],
      [false, 'manual', true],
    ])
    const [later, earlier] = generations
    expect(await read('index.html')).toContain('Later')
    const restored = await client.activateGeneration({ id: earlier?.id ?? '' }, { actor: admin })
    expect(restored).toEqual({ ...earlier, live: true })
    expect(await read('index.html')).not.toContain('Later')
    // The report has the links of the active generation.
    const { links } = await client.getSiteStatus({}, { actor: admin })
    expect(links?.generationId).toBe(earlier?.id)
    await client.activateGeneration({ id: later?.id ?? '' }, { actor: admin })
    expect(await read('index.html')).toContain('Later')
    await client.activateGeneration({ id: earlier?.id ?? '' }, { actor: admin })
    await generate()
    expect(await read('index.html')).toContain('Later')
    state.settings = {}
    await generate()
  })

  it('restores only stored generations, only for administrators and only between generations', async () => {
    const [{ id = '' } = {}] = (await client.listGenerations({}, { actor: admin })).generations
    const codeOf = (actor: Parameters<typeof client.listGenerations>[1], generationId = id) =>
      client.activateGeneration({ id: generationId }, actor).catch(({ code }: { code: string }) => code)
    expect(await codeOf({ actor: admin }, uuidv7())).toBe('GENERATION_NOT_FOUND')
    expect(await codeOf({ actor: admin }, '../x')).toBe('GENERATION_NOT_FOUND')
    expect(await codeOf({ actor: editor })).toBe('FORBIDDEN')
    await expect(client.listGenerations({}, { actor: editor })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await client.generateSite({}, { actor: admin })
    expect(await codeOf({ actor: admin })).toBe('GENERATION_RUNNING')
    await idle()
  })

  it('writes other outputs in addition to the first', async () => {
    await generate({ outputDir: 'side/one', cleanUrls: false, baseUrl: 'https://x.test/base' })
    expect(await read('post/hello.html', 'side/one')).toContain('<img src="/base/images/x.png"')
    expect(await read('robots.txt', 'side/one')).toContain('Sitemap: https://x.test/base/sitemap.xml')
  })

  it('publishes a burst of events within seconds, in one or two generations', async () => {
    const ofEvents = () => facts.filter(({ trigger }) => trigger === 'event')
    expect(ofEvents()).toEqual([])
    state.posts.push({ slug: 'new', title: 'New', status: 'published', content: 'fresh' })
    // In one transaction, because pauses between several would end the burst.
    await content.db.transaction().execute(async (tx) => {
      for (let n = 0; n < 500; n++) {
        const data = {
          id: uuidv7(),
          title: 'New',
          slug: 'new',
          status: 'published' as const,
          updatedAt: '2026-01-01T00:00:00.000Z',
          changed: [],
          author: 'ann',
        }
        await recordEvent(tx, { type: 'content.post.published', entity: `post:${n}`, revision: 1, data })
      }
    })
    await vi.waitFor(() => read('post/new/index.html'), 10_000)
    const inbox = await vi.waitFor(async () => {
      const { rows } = await sql<{ events: number; transactions: number }>`
        select count(*)::int as events, count(distinct handled_at)::int as transactions from ${sql.id(config.DATABASE_SCHEMA, 'inbox')}
        where event_id in (select id::text from outbox where type = 'content.post.published')`.execute(
        content.db,
      )
      expect(rows[0]?.events).toBe(500)
      return rows[0]
    }, 10_000)
    expect(inbox?.transactions, 'most events are noted together').toBeLessThan(250)
    const { last } = await idle()
    expect(last).toMatchObject({ trigger: 'event', state: 'succeeded' })
    // Events are in order, so the last one comes after all others.
    await vi.waitFor(() => expect(facts).toContainEqual(expect.objectContaining({ id: last?.id })), 10_000)
    expect([1, 2]).toContain(ofEvents().length)
  })

  it('reports errors of a template, and keeps the site', async () => {
    const validTheme = state.theme
    state.theme = { ...validTheme, 'templates/post.html': 'x\n{{#each}}{{/each}}' }
    const { last, lastGenerated } = await generate()
    state.theme = validTheme
    expect(last).toMatchObject({
      state: 'failed',
      errors: [
        {
          template: 'templates/post.html',
          line: 2,
          page: 'post/hello/index.html',
          entryType: 'post',
          entryId: expect.any(String),
        },
        {},
      ],
    })
    expect(lastGenerated).not.toEqual(last?.finishedAt)
    expect(await read('post/hello/index.html')).toContain('Hello')
    expect((await generate()).last?.state).toBe('succeeded')
  })

  it('streams events to readers of any replica, until that replica stops', async () => {
    const other = another()
    await other.start()
    undo.push(other.stop)
    await generate()
    const watching = grpcClient([ReceiptServiceDef], other.address())
    undo.push(async () => watching.close())
    const events = watching.watchSite({}, { actor: admin })[Symbol.asyncIterator]()
    const first = await events.next()
    expect(first.value).toMatchObject({ type: 'status', status: { last: { state: 'succeeded' } } })
    const { generationId } = await client.generateSite({}, { actor: admin })
    const seen: string[] = []
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const { type, generation, receipt } = next.value
      seen.push(type)
      expect(generation?.id ?? receipt?.generationId).toBe(generationId)
      if (type === 'activated') break
    }
    expect(seen.filter((type) => type !== 'progress')).toEqual(['started', 'planned', 'activated'])
    expect(await watching.getReceipt({ generationId }, { actor: admin })).toMatchObject({
      state: 'activated',
      trigger: 'manual',
    })
    expect(await watching.explainPage({ path: '/post/hello/' }, { actor: editor })).toMatchObject({
      kind: 'post',
      own: { title: 'Hello' },
    })
    const end = events.next()
    await other.stop()
    expect((await end).done).toBe(true)
  })

  it('is replaced by a second replica, which continues its generation', async () => {
    const second = another()
    await second.start()
    undo.push(second.stop)
    const { DATABASE_URL: url, DATABASE_SCHEMA: schema } = config
    const postgres = openPostgres<PublisherTables>({ url, schema, log })
    undo.push(postgres.close)
    await generate()
    await publisher.stop()
    const ledger = postgresGenerationLedger(postgres.db)
    const options = { outputDir: 'left', baseUrl: '', cleanUrls: true }
    const { id } = await ledger.request({
      id: uuidv7(),
      trigger: 'manual',
      options,
      dueAt: new Date(Date.now() + 3_600_000),
    })
    await ledger.start(id, options, new Date())
    client.close()
    publisher = second
    client = connect()
    expect((await idle()).last).toMatchObject({ id, state: 'succeeded' })
    expect(await read('index.html', 'left')).toContain('<h1>Site</h1>')
  })
})
