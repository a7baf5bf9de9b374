import type { Actor } from '@typecase/kernel'
import { beforeEach, expect, it } from 'vitest'
import { type MemoryContentStore, memoryContentStore } from '../../../test/memory/store.ts'
import { unexpected } from '../../../test/unexpected.ts'
import { markup } from '../../adapters/markup/markup.ts'
import { type ContentApp, contentApp } from '../app.ts'
import type { JsonObject } from '../json.ts'
import type { ImportInput } from './import-input.ts'
import type { ImportedRevision } from './imported-revisions.ts'

const admin: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'admin', sessionId: 's1' }
const id = '01900000-0000-7000-8000-000000000001'

let store: MemoryContentStore
let app: ContentApp
beforeEach(() => {
  store = memoryContentStore()
  app = contentApp({
    store,
    markup: markup(),
    clock: () => new Date('2030-01-01T00:00:00.000Z'),
    newId: () => '01900000-0000-7000-9000-000000000001',
    logError: unexpected,
  })
})

const revision = (number: number, over: Partial<ImportedRevision> = {}): ImportedRevision => ({
  revision: number,
  by: 'grace',
  at: new Date(Date.UTC(2001, 0, number)),
  title: 'T',
  slug: 't',
  status: 'draft',
  changed: [],
  isSnapshot: false,
  metadata: { author: 'grace', category: 'C', sourceKey: 'a' },
  content: 'Body',
  ...over,
})

const post: JsonObject = { id, sourceKey: 'a', title: 'T', slug: 't', author: 'grace', category: 'C' }

async function imported(input: Partial<ImportInput>): Promise<void> {
  const item = { kind: 'post' as const, metadata: post, content: 'Body', onExisting: 'skip' as const }
  expect(await app.importItems(admin, [{ ...item, ...input }])).toMatchObject([{ status: 'created' }])
}

/** Number, title and changed fields of the stored revisions, oldest first. */
async function stored(kind: ImportInput['kind'] = 'post') {
  const { items } = await app.listRevisions(admin, { kind, id, limit: 100 })
  return items.toReversed().map(({ revision, title, changed }) => [revision, title, [...changed].toSorted()])
}

const postRevision = async () => (await app.getPost(admin, { id, resolveRelated: false })).post.revision

it('stores a new revision if the item differs from its last revision', async () => {
  const revisions = [revision(3, { title: 'Old' }), revision(7)]
  await imported({ metadata: { ...post, category: 'D' }, content: 'New', revisions })
  expect(await stored()).toEqual([
    [3, 'Old', []],
    [7, 'T', []],
    [8, 'T', ['category', 'content']],
  ])
  expect(await postRevision()).toBe(8)
  await app.updatePost(admin, { id, metadata: { title: 'Edited' }, content: 'Edited' })
  expect(await app.getRevision(admin, { kind: 'post', id, revision: 8 })).toMatchObject({
    by: 'ada',
    content: 'New',
    metadata: { category: 'D' },
    fields: { author: 'grace' },
  })
})

it('refuses a revision that is dated before the year 1', async () => {
  const revisions = [revision(1, { at: new Date('0000-01-01T00:00:00Z') }), revision(2)]
  const item = { kind: 'post' as const, metadata: post, content: 'Body', onExisting: 'skip' as const }
  expect(await app.importItems(admin, [{ ...item, revisions }])).toMatchObject([
    { code: 'VALIDATION_ERROR', problems: [{ path: 'revisions.0.createdAt' }] },
  ])
})

it('uses the number of the last revision if the item equals it', async () => {
  await imported({ revisions: [revision(3, { title: 'Old' }), revision(7)] })
  expect(await stored()).toEqual([
    [3, 'Old', []],
    [7, 'T', []],
  ])
  expect(await postRevision()).toBe(7)
  expect(store.facts()).toMatchObject([{ type: 'content.post.created', revision: 7 }])
})

it('adds revision 2 to a published item with revision 1, because its import has two events', async () => {
  const metadata = { ...post, status: 'published' }
  await imported({ metadata, revisions: [revision(1, { status: 'published' })] })
  expect(await stored()).toEqual([
    [1, 'T', []],
    [2, 'T', []],
  ])
  expect(store.facts().map(({ revision }) => revision)).toEqual([1, 2])
})

it('compares the item with its last saved state, not with unsaved text', async () => {
  const unsaved = revision(8, { title: 'Unsaved', isSnapshot: true })
  await imported({ revisions: [revision(7), unsaved] })
  expect(await stored()).toEqual([
    [7, 'T', []],
    [8, 'Unsaved', []],
  ])
  expect(await postRevision()).toBe(8)
})

it('stores a new revision if the history has only unsaved texts', async () => {
  await imported({ revisions: [revision(8, { isSnapshot: true })] })
  expect(await stored()).toEqual([
    [8, 'T', []],
    [9, 'T', []],
  ])
})

it('ignores fields that an export adds', async () => {
  const revisions = [revision(7, { metadata: { author: 'grace', category: 'C', aliases: ['/a/'] } })]
  await imported({ metadata: { ...post, aliases: ['/a/', '/former/'] }, revisions })
  expect(await stored()).toEqual([[7, 'T', []]])
})

it('ignores missing source keys in the history', async () => {
  await imported({ revisions: [revision(7, { metadata: { author: 'grace', category: 'C' } })] })
  expect(await stored()).toEqual([[7, 'T', []]])
})

it.each([
  ['sourceKey', { sourceKey: 'b' }, {}],
  ['aliases', { aliases: ['/a/'] }, { aliases: ['/b/'] }],
])('stores a new revision if %s differs from the history', async (name, before, now) => {
  const revisions = [revision(7, { metadata: { author: 'grace', category: 'C', sourceKey: 'a', ...before } })]
  await imported({ metadata: { ...post, ...now }, revisions })
  expect(await stored()).toEqual([
    [7, 'T', []],
    [8, 'T', [name]],
  ])
})

it('ignores that the parent page was renamed', async () => {
  const page: JsonObject = { title: 'T', slug: 't', pageType: 'custom' }
  const parent = { sourceKey: 'parent', title: 'Parent', slug: 'renamed', pageType: 'custom' }
  const input = { kind: 'page' as const, content: 'Body', onExisting: 'skip' as const }
  const revisions = [revision(7, { metadata: { pageType: 'custom', parentPage: 'former' } })]
  const below = { ...input, metadata: { ...page, id, parentPage: 'renamed' }, revisions }
  await app.importItems(admin, [{ ...input, metadata: parent }, below])
  expect(await stored('page')).toEqual([[7, 'T', []]])
})
