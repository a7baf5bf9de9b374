import { type CloudEvent, parseEvent } from '@typecase/contracts/events'
import { PageServiceDef, PostServiceDef, RevisionServiceDef } from '@typecase/contracts/services'
import type { Actor } from '@typecase/kernel'
import { type EventBus, localEventBus } from '@typecase/messaging/events'
import { grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { type FreshSchema, freshSchema } from '@typecase/testing/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeContent } from '../src/compose.ts'
import { contentConfig } from '../src/config.ts'

const { skip } = await testPostgres()
const editor: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'editor', sessionId: 's1' }
const as = { actor: editor }
const log = createLogger('test', 'silent')

describe.skipIf(skip !== undefined)(label('the schedule of two replicas', skip), () => {
  let fresh: FreshSchema
  let postgres: ReturnType<typeof openPostgres>
  let bus: EventBus
  const published: CloudEvent[] = []
  beforeAll(async () => {
    fresh = await freshSchema('content_schedule')
    postgres = openPostgres({ ...fresh, log })
    bus = localEventBus({ postgres, log, schema: `${fresh.schema}_bus` })
    await bus.consume({
      durable: 'test',
      subjects: ['typecase.content.>'],
      handle: async ({ event, ack }) => {
        published.push(event as CloudEvent)
        await ack()
      },
    })
  })
  afterAll(async () => {
    await bus.close()
    await postgres.close()
    await fresh.drop()
  })

  const replica = () =>
    composeContent(
      contentConfig({
        DATABASE_URL: fresh.url,
        DATABASE_SCHEMA: fresh.schema,
        GRPC_PORT: '0',
        SERVICE_KEYS: 'off',
      }),
      {
        bus,
        log,
      },
    )
  const factsOf = (id: string) =>
    published
      .filter(({ subject }) => subject?.endsWith(id))
      .map((event) => parseEvent(event).type.split('.')[2])

  it('applies each scheduled change once, not before its date, and catches up after an outage', async () => {
    const [one, two] = [replica(), replica()]
    await one.start()
    await two.start()
    const content = grpcClient([PostServiceDef, PageServiceDef, RevisionServiceDef], one.address())
    const due = new Date(Date.now() + 1_500)
    const end = new Date(due.getTime() + 1_500)
    const metadataJson = (n: number, schedule: object) => JSON.stringify({ title: `Item ${n}`, ...schedule })
    const schedule = { publishAt: due.toISOString(), unpublishAt: end.toISOString() }
    const ids: string[] = []
    for (let n = 0; n < 20; n++)
      ids.push((await content.createPost({ metadataJson: metadataJson(n, schedule) }, as)).post?.id ?? '')
    for (let n = 0; n < 5; n++)
      ids.push((await content.createPage({ metadataJson: metadataJson(n, schedule) }, as)).page?.id ?? '')
    const later = { publishAt: new Date(end.getTime() + 2_500).toISOString() }
    const { post } = await content.createPost({ metadataJson: metadataJson(99, later) }, as)

    await expect
      .poll(() => ids.map(factsOf), { timeout: 15_000 })
      .toEqual(ids.map(() => ['created', 'published', 'unpublished']))
    for (const event of published) {
      const kind = parseEvent(event).type.split('.')[2]
      const lateMs = new Date(event.time).getTime() - (kind === 'published' ? due : end).getTime()
      if (kind !== 'created') expect([kind, lateMs >= 0]).toEqual([kind, true])
    }
    const { revisions } = await content.listRevisions({ itemType: 'post', id: ids[0] }, as)
    expect(
      revisions.map(({ revision, author, status, changed }) => [revision, author, status, changed]),
    ).toEqual([
      [3, 'scheduler', 'draft', ['status', 'unpublishAt']],
      [2, 'scheduler', 'published', ['status', 'publishAt', 'publishedAt']],
      [1, 'ada', 'draft', []],
    ])
    content.close()
    await one.stop()
    await two.stop()

    const id = post?.id ?? ''
    expect(factsOf(id)).toEqual(['created'])
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, new Date(later.publishAt).getTime() - Date.now())),
    )
    const third = replica()
    await third.start()
    await expect.poll(() => factsOf(id), { timeout: 10_000 }).toEqual(['created', 'published'])
    await third.stop()
    expect(new Set(ids.map((each) => factsOf(each).join()))).toEqual(
      new Set(['created,published,unpublished']),
    )
  }, 40_000)
})
