import type { Actor } from '@typecase/kernel'
import { beforeEach, expect, it } from 'vitest'
import { type MemoryContentStore, memoryContentStore } from '../../../test/memory/store.ts'
import { unexpected } from '../../../test/unexpected.ts'
import { markup } from '../../adapters/markup/markup.ts'
import { type ContentApp, contentApp } from '../app.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { instantFrom } from './schedule.ts'

const editor: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'editor', sessionId: 's1' }
const error = (path: string) => ({
  code: 'VALIDATION_ERROR',
  problems: [{ path, message: expect.any(String) }],
})
const [past, future, beyond] = [
  '2029-01-01T00:00:00.000Z',
  '2031-01-01T00:00:00.000Z',
  '2032-01-01T00:00:00.000Z',
]

let now: Date
let store: MemoryContentStore
let app: ContentApp
beforeEach(() => {
  let ids = 0
  now = new Date('2030-01-01T00:00:00.000Z')
  store = memoryContentStore()
  app = contentApp({
    store,
    markup: markup(),
    clock: () => now,
    newId: () => `id${++ids}`,
    logError: unexpected,
  })
})

const kinds = {
  posts: {
    create: async (metadata: JsonObject) =>
      (await app.createPost(editor, { metadata: { title: 'T', ...metadata } })).item,
    update: (id: string, metadata: JsonObject) => app.updatePost(editor, { id, metadata }),
    get: async (id: string) => (await app.getPost(editor, { id, resolveRelated: false })).post,
    bulk: (action: string, id: string) => app.bulkPosts(editor, { action, ids: [id] }),
  },
  pages: {
    create: async (metadata: JsonObject) =>
      (await app.createPage(editor, { metadata: { title: 'T', ...metadata } })).item,
    update: (id: string, metadata: JsonObject) => app.updatePage(editor, { id, metadata }),
    get: (id: string) => app.getPage(editor, id),
    bulk: (action: string, id: string) => app.bulkPages(editor, { action, ids: [id] }),
  },
} as const

const bad: JsonValue[] = [
  ...[
    '',
    'soon',
    '2030-01-01',
    '2030-01-01T08:00:00',
    '2030-02-30T08:00:00Z',
    '2030-01-01T25:00:00Z',
    5,
    true,
    [],
    {},
  ],
  ...[
    '0000-01-01T00:00:00+23:59',
    '0000-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:00-00:01',
  ],
]
it.each(bad)('rejects the timestamp %j', (value) => {
  expect(instantFrom(value)).toBeUndefined()
})

it('reads a timestamp with any offset', () => {
  expect(instantFrom('2030-01-01T08:00+02:00')?.toISOString()).toBe('2030-01-01T06:00:00.000Z')
  expect(instantFrom('2028-02-29T08:00:00.1239Z')?.toISOString()).toBe('2028-02-29T08:00:00.123Z')
  for (const edge of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])
    expect(instantFrom(edge)?.toISOString()).toBe(edge)
})

for (const [name, kind] of Object.entries(kinds)) {
  it(`${name}: refuses an invalid timestamp, and an unpublishAt that is not after publishAt`, async () => {
    for (const field of ['publishAt', 'unpublishAt'])
      await expect(kind.create({ [field]: 'soon' })).rejects.toMatchObject(error(`metadata.${field}`))
    await expect(kind.create({ publishAt: future, unpublishAt: future })).rejects.toMatchObject(
      error('metadata.unpublishAt'),
    )
    const { id } = await kind.create({ publishAt: future })
    await expect(kind.update(id, { unpublishAt: past })).rejects.toMatchObject(error('metadata.unpublishAt'))
    await kind.update(id, { publishAt: past, unpublishAt: future })
  })

  it(`${name}: null clears a field, and an absent field is unchanged`, async () => {
    const { id } = await kind.create({ publishAt: future, unpublishAt: beyond })
    await kind.update(id, { title: 'New' })
    expect(await kind.get(id)).toMatchObject({ publishAt: new Date(future), unpublishAt: new Date(beyond) })
    await kind.update(id, { publishAt: null, unpublishAt: null })
    expect(await kind.get(id)).toMatchObject({ publishAt: undefined, unpublishAt: undefined, metadata: {} })
  })

  it(`${name}: publishing manually removes publishAt, and unpublishAt only if it has passed`, async () => {
    for (const publish of [
      (id: string) => kind.update(id, { status: 'published' }),
      (id: string) => kind.bulk('publish', id),
    ]) {
      const { id } = await kind.create({ publishAt: future, unpublishAt: beyond })
      await publish(id)
      expect(await kind.get(id)).toMatchObject({
        status: 'published',
        publishAt: undefined,
        unpublishAt: new Date(beyond),
      })
      expect(store.facts().at(-1)?.data.changed.toSorted()).toEqual(['publishAt', 'publishedAt', 'status'])
      const old = await kind.create({ unpublishAt: past })
      await publish(old.id)
      expect((await kind.get(old.id)).unpublishAt).toBeUndefined()
    }
    expect((await kind.create({ status: 'published', publishAt: future })).publishAt).toBeUndefined()
  })

  it(`${name}: unpublishing manually removes unpublishAt unless a new one is set`, async () => {
    const { id } = await kind.create({ status: 'published', unpublishAt: future })
    await kind.update(id, { status: 'draft' })
    expect((await kind.get(id)).unpublishAt).toBeUndefined()
    const other = await kind.create({ status: 'published', unpublishAt: future })
    await kind.update(other.id, { status: 'draft', publishAt: future, unpublishAt: beyond })
    expect(await kind.get(other.id)).toMatchObject({
      publishAt: new Date(future),
      unpublishAt: new Date(beyond),
    })
  })

  it(`${name}: publishes and unpublishes an item once when due, even if both dates have passed`, async () => {
    const { id } = await kind.create({ publishAt: future, unpublishAt: beyond })
    expect(await app.followSchedule()).toBe(0)
    now = new Date(future)
    expect(await app.followSchedule()).toBe(1)
    expect(await kind.get(id)).toMatchObject({ status: 'published', publishAt: undefined, updatedAt: now })
    now = new Date(beyond)
    expect([await app.followSchedule(), await app.followSchedule()]).toEqual([1, 0])
    expect(await kind.get(id)).toMatchObject({ status: 'draft', unpublishAt: undefined })
    const late = await kind.create({ publishAt: past, unpublishAt: future })
    const before = store.facts().length
    expect([await app.followSchedule(), await app.followSchedule(), await app.followSchedule()]).toEqual([
      1, 1, 0,
    ])
    expect(
      store
        .facts()
        .slice(before)
        .map(({ type, entity }) => [type.split('.')[2], entity.split(':')[1]]),
    ).toEqual([
      ['published', late.id],
      ['unpublished', late.id],
    ])
  })
}
