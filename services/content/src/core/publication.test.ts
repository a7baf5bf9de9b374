/** contract.md#publication-date */
import type { Actor } from '@typecase/kernel'
import { beforeEach, describe, expect, it } from 'vitest'
import { type MemoryContentStore, memoryContentStore } from '../../test/memory/store.ts'
import { unexpected } from '../../test/unexpected.ts'
import { markup } from '../adapters/markup/markup.ts'
import { type ContentApp, contentApp } from './app.ts'
import type { JsonObject } from './json.ts'

const editor: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'editor', sessionId: 's1' }
const [day1, day2, day3] = [1, 2, 3].map((day) => new Date(Date.UTC(2030, 0, day))) as [Date, Date, Date]

let now: Date
let store: MemoryContentStore
let app: ContentApp
beforeEach(() => {
  let ids = 0
  now = day1
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
    publishedAt: async (id: string) =>
      (await app.getPost(editor, { id, resolveRelated: false })).post.publishedAt,
    bulk: (id: string) => app.bulkPosts(editor, { action: 'publish', ids: [id] }),
  },
  pages: {
    create: async (metadata: JsonObject) =>
      (await app.createPage(editor, { metadata: { title: 'T', ...metadata } })).item,
    update: (id: string, metadata: JsonObject) => app.updatePage(editor, { id, metadata }),
    publishedAt: async (id: string) => (await app.getPage(editor, id)).publishedAt,
    bulk: (id: string) => app.bulkPages(editor, { action: 'publish', ids: [id] }),
  },
}

describe.each(['posts', 'pages'] as const)('the publication date of %s', (kind) => {
  const { create, update, publishedAt, bulk } = kinds[kind]

  it('is the date of the first publication, manual, in bulk or by schedule', async () => {
    const [byHand, inBulk] = [await create({}), await create({})]
    const scheduled = await create({ publishAt: day2.toISOString() })
    expect(await Promise.all([byHand, inBulk, scheduled].map(({ id }) => publishedAt(id)))).toEqual([
      ...[undefined, undefined, undefined],
    ])
    now = day2
    await update(byHand.id, { status: 'published' })
    await bulk(inBulk.id)
    now = new Date(day2.getTime() + 900)
    expect(await app.followSchedule()).toBe(1)
    for (const { id } of [byHand, inBulk, scheduled]) expect(await publishedAt(id)).toEqual(day2)
  })

  it('is the date of creation for an item that is created as published', async () => {
    const item = await create({ status: 'published' })
    expect(item.publishedAt).toEqual(item.createdAt)
  })

  it('stays when the item is unpublished and published again', async () => {
    const { id } = await create({ status: 'published' })
    now = day2
    await update(id, { status: 'draft' })
    now = day3
    await update(id, { status: 'published' })
    expect(await publishedAt(id)).toEqual(day1)
  })

  it('can be set, but not to the future and not to null', async () => {
    now = day2
    const { id } = await create({ publishedAt: day1.toISOString() })
    await update(id, { status: 'published' })
    expect(await publishedAt(id)).toEqual(day1)
    const problem = { code: 'VALIDATION_ERROR', problems: [{ path: 'metadata.publishedAt' }] }
    for (const value of [day3.toISOString(), null, 'soon'])
      await expect(update(id, { publishedAt: value })).rejects.toMatchObject(problem)
    await expect(create({ publishedAt: day3.toISOString() })).rejects.toThrow(/publishAt publishes/)
    await update(id, { publishedAt: day2.toISOString() })
    expect(await publishedAt(id)).toEqual(day2)
  })
})
