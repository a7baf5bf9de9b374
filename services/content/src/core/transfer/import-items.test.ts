import type { Actor } from '@typecase/kernel'
import { beforeEach, describe, expect, it } from 'vitest'
import { type MemoryContentStore, memoryContentStore } from '../../../test/memory/store.ts'
import { unexpected } from '../../../test/unexpected.ts'
import { markup } from '../../adapters/markup/markup.ts'
import { type ContentApp, contentApp } from '../app.ts'
import type { JsonObject } from '../json.ts'
import type { ImportInput } from './import-input.ts'

const admin: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'admin', sessionId: 's1' }
const editor: Actor = { ...admin, role: 'editor' }
const now = new Date('2030-01-01T00:00:00.000Z')
const ids = {
  one: '01900000-0000-7000-8000-000000000001',
  two: '01900000-0000-7000-8000-000000000002',
  three: '01900000-0000-7000-8000-000000000003',
}

let store: MemoryContentStore
let app: ContentApp
beforeEach(() => {
  let count = 0
  store = memoryContentStore()
  app = contentApp({
    store,
    markup: markup(),
    clock: () => now,
    newId: () => `01900000-0000-7000-9000-${String(++count).padStart(12, '0')}`,
    logError: unexpected,
  })
})

const input = (metadata: JsonObject, over: Partial<ImportInput> = {}): ImportInput => ({
  kind: 'post',
  metadata: { title: 'T', ...metadata },
  content: 'Body',
  onExisting: 'skip',
  ...over,
})
const run = (...items: ImportInput[]) => app.importItems(admin, items)
const importOne = async (item: ImportInput) => (await run(item))[0]
const post = async (id: string) => (await app.getPost(admin, { id, resolveRelated: false })).post

describe('dates, author and id', () => {
  it('come from the import', async () => {
    const fields = { id: ids.one, sourceKey: 'a', author: 'grace', aliases: ['/old/'], status: 'published' }
    const dates = { createdAt: '2001-02-03T04:05:06Z', updatedAt: '2002-01-01T00:00:00+01:00' }
    expect(await importOne(input({ ...fields, ...dates }))).toMatchObject({
      status: 'created',
      id: ids.one,
      slug: 't',
    })
    expect(await post(ids.one)).toMatchObject({
      author: 'grace',
      createdAt: new Date('2001-02-03T04:05:06Z'),
      updatedAt: new Date('2001-12-31T23:00:00Z'),
      publishedAt: new Date('2001-02-03T04:05:06Z'),
      metadata: { sourceKey: 'a', aliases: ['/old/'] },
      revision: 2,
    })
    expect(store.facts().map(({ type }) => type)).toEqual(['content.post.created', 'content.post.published'])
  })

  it('default to the publication date and the importing user', async () => {
    const result = await importOne(input({ sourceKey: 'a', publishedAt: '2001-01-01T00:00:00Z' }))
    expect(await post(result?.success ? result.id : '')).toMatchObject({
      author: 'ada',
      createdAt: new Date('2001-01-01T00:00:00Z'),
      updatedAt: new Date('2001-01-01T00:00:00Z'),
    })
    const later = await importOne(input({ sourceKey: 'b', createdAt: '2030-01-02T00:00:00Z' }))
    expect(await post(later?.success ? later.id : '')).toMatchObject({ createdAt: now, updatedAt: now })
  })

  it('come from the import, but the id of a deleted item is not used again', async () => {
    await run(input({ id: ids.one, sourceKey: 'a' }))
    await app.deletePost(admin, { id: ids.one })
    expect(await importOne(input({ id: ids.one, sourceKey: 'a' }))).toMatchObject({
      status: 'created',
      id: expect.stringMatching(/^01900000-0000-7000-9000/),
    })
  })
})

describe('an item of an earlier import', () => {
  it('is found by its source key, or by its id if it has no source key', async () => {
    await run(input({ id: ids.one, sourceKey: 'a' }))
    expect(await importOne(input({ id: ids.two, sourceKey: 'a', title: 'New' }))).toMatchObject({
      status: 'unchanged',
      id: ids.one,
    })
    const { item } = await app.createPost(admin, { metadata: { title: 'Own' } })
    expect(await importOne(input({ id: item.id, sourceKey: item.id }))).toMatchObject({
      status: 'unchanged',
      id: item.id,
    })
    expect(await importOne(input({ id: ids.one, sourceKey: 'b' }))).toMatchObject({ code: 'DUPLICATE_ID' })
    expect(await importOne(input({ sourceKey: 'a' }, { kind: 'page' }))).toMatchObject({
      code: 'DUPLICATE_SOURCE_KEY',
    })
  })

  it('is created once if a request contains it twice', async () => {
    const results = await run(input({ sourceKey: 'a' }), input({ sourceKey: 'b' }), input({ sourceKey: 'a' }))
    expect(results.map((result) => result.success && result.status)).toEqual([
      'created',
      'created',
      'unchanged',
    ])
  })

  it('is created once by two concurrent imports', async () => {
    const identities: JsonObject[] = [{ sourceKey: 'a' }, { id: ids.one }, { id: ids.two, sourceKey: 'b' }]
    for (const [n, identity] of identities.entries()) {
      const item = input({ ...identity, slug: `slug-${n}` })
      const both = await Promise.all([importOne(item), importOne(item)])
      expect(both.map((result) => result?.success && result.status).toSorted()).toEqual([
        'created',
        'unchanged',
      ])
    }
  })

  it('is replaced if its authors are in another order', async () => {
    await importOne(input({ sourceKey: 'a', authors: ['ann', 'bob'] }))
    const again = input({ sourceKey: 'a', authors: ['bob', 'ann'] }, { onExisting: 'replace' })
    expect(await importOne(again)).toMatchObject({ success: true, status: 'replaced' })
  })

  it('fails with onExisting `fail`', async () => {
    await run(input({ sourceKey: 'a' }))
    expect(await importOne(input({ sourceKey: 'a' }, { onExisting: 'fail' }))).toMatchObject({
      code: 'ITEM_EXISTS',
    })
  })

  it('is replaced completely, and is unchanged if nothing differs', async () => {
    const first = { id: ids.one, sourceKey: 'a', category: 'C', extra: 1, author: 'grace', slug: 'first' }
    await run(input(first))
    const replace = { onExisting: 'replace' as const }
    const facts = store.facts().length
    expect(await importOne(input(first, replace))).toMatchObject({ status: 'unchanged' })
    expect(store.facts()).toHaveLength(facts)
    const change = { sourceKey: 'a', title: 'New', createdAt: '2001-01-01T00:00:00Z' }
    expect(await importOne(input(change, replace))).toMatchObject({
      status: 'replaced',
      id: ids.one,
      slug: 'first',
    })
    expect(await post(ids.one)).toMatchObject({
      title: 'New',
      author: 'grace',
      slug: 'first',
      createdAt: new Date('2001-01-01T00:00:00Z'),
      updatedAt: now,
      metadata: { sourceKey: 'a' },
      revision: 2,
    })
    expect((await post(ids.one)).metadata).not.toHaveProperty('extra')
    expect(await importOne(input({ ...change, updatedAt: now.toISOString() }, replace))).toMatchObject({
      status: 'unchanged',
    })
  })
})

it('returns the slug of an unchanged item, found by source key or id', async () => {
  await run(input({ id: ids.one, sourceKey: 'a', slug: 'first' }))
  const identities: JsonObject[] = [{ sourceKey: 'a' }, { id: ids.one }]
  for (const identity of identities)
    expect(await importOne(input(identity))).toEqual({
      ...{ success: true, status: 'unchanged' },
      ...{ id: ids.one, slug: 'first' },
    })
})

describe('pages', () => {
  it('without a type are normal pages', async () => {
    await run(input({ id: ids.one, sourceKey: 'a', pageType: null }, { kind: 'page' }))
    expect(await app.getPage(admin, ids.one)).toMatchObject({ pageType: 'normal' })
  })

  it('are created below their parents, and move with a replaced parent', async () => {
    const page = (metadata: JsonObject, onExisting: ImportInput['onExisting'] = 'skip') =>
      input({ pageType: 'custom', ...metadata }, { kind: 'page', onExisting })
    const results = await run(
      page({ id: ids.one, sourceKey: 'a', slug: 'top' }),
      page({ id: ids.two, sourceKey: 'b', slug: 'below', parentPage: 'top' }),
      page({ id: ids.three, sourceKey: 'c', parentPage: 'nowhere' }),
    )
    expect(results.map((result) => (result.success ? result.status : result.code))).toEqual([
      'created',
      'created',
      'VALIDATION_ERROR',
    ])
    await run(page({ sourceKey: 'a', slug: 'moved' }, 'replace'))
    expect(await app.getPage(admin, ids.two)).toMatchObject({ path: ['moved', 'below'] })
    expect(await importOne(page({ sourceKey: 'b', slug: 'below' }, 'replace'))).toMatchObject({
      status: 'unchanged',
    })
  })
})

it('reports each invalid item and stores the others', async () => {
  const results = await run(
    input({ sourceKey: 'a', title: '' }),
    input({}),
    input({ id: 'NO', sourceKey: 'b', createdAt: 'soon' }),
    input({ sourceKey: 'c', slug: 'taken' }),
    input({ sourceKey: 'd', slug: 'taken' }),
    input({ sourceKey: 'x'.repeat(501) }),
  )
  expect(
    results.map((result) =>
      result.success ? result.status : [result.code, ...result.problems.map(({ path }) => path)],
    ),
  ).toEqual([
    ['VALIDATION_ERROR', 'metadata.title'],
    ['VALIDATION_ERROR', 'metadata.sourceKey'],
    ['VALIDATION_ERROR', 'metadata.createdAt', 'metadata.id'],
    'created',
    ['DUPLICATE_SLUG'],
    ['VALIDATION_ERROR', 'metadata.sourceKey'],
  ])
})

it('reports all errors of an item together', async () => {
  const revision = { by: 'ada', at: now, slug: 't', status: 'draft' as const, changed: [], metadata: {} }
  const unnamed = { ...revision, revision: 1, title: ' ', isSnapshot: false, content: '' }
  const metadata = { id: ids.one, title: '', relatedPosts: [ids.one], category: 1, createdAt: 'soon' }
  const result = await importOne(input(metadata, { revisions: [unnamed] }))
  expect(result?.success === false && result.problems.map(({ path }) => path).toSorted()).toEqual([
    'metadata.category',
    'metadata.createdAt',
    'metadata.relatedPosts',
    'metadata.title',
    'revisions.0.title',
  ])
})

it('requires an administrator and accepts 1 to 100 items', async () => {
  await expect(app.importItems(editor, [input({ sourceKey: 'a' })])).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(run()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await expect(run(...Array.from({ length: 101 }, () => input({})))).rejects.toMatchObject({
    problems: [{ path: 'items', message: expect.any(String) }],
  })
  await expect(app.exportItems(editor, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('exports every item once, pages first, and accepts only its own cursors', async () => {
  await run(
    ...[1, 2, 3].map((n) => input({ sourceKey: `p${n}` })),
    ...[1, 2].map((n) => input({ sourceKey: `g${n}` }, { kind: 'page' })),
  )
  const keys: unknown[] = []
  let next: string | undefined
  do {
    const part = await app.exportItems(admin, { cursor: next, limit: 2 })
    next = part.next
    for (const item of part.items) keys.push(('post' in item ? item.post : item.page).metadata.sourceKey)
    if (keys.length === 2) await app.createPost(admin, { metadata: { title: 'Later' } })
  } while (next !== undefined)
  expect(keys).toEqual(['g1', 'g2', 'p1', 'p2', 'p3', undefined])
  for (const cursor of ['x', `post_${ids.one}_1`, 'post_1'])
    await expect(app.exportItems(admin, { cursor })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  for (const cursor of ['x', `post_${ids.one}`, `post_${ids.one}_`, `post_${ids.one}_01`])
    await expect(app.exportRevisions(admin, cursor)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
