import type { Actor } from '@typecase/kernel'
import { beforeEach, expect, it } from 'vitest'
import { type MemoryContentStore, memoryContentStore } from '../../../test/memory/store.ts'
import { unexpected } from '../../../test/unexpected.ts'
import { markup } from '../../adapters/markup/markup.ts'
import { type ContentApp, contentApp } from '../app.ts'
import type { JsonObject } from '../json.ts'

const editor: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'editor', sessionId: 's1' }
const error = (path: string) => ({
  code: 'VALIDATION_ERROR',
  problems: [{ path, message: expect.any(String) }],
})

let store: MemoryContentStore
let app: ContentApp
beforeEach(() => {
  let ids = 0
  store = memoryContentStore()
  app = contentApp({
    store,
    markup: markup(),
    clock: () => new Date(ids),
    newId: () => `id${++ids}`,
    logError: unexpected,
  })
})

const create = async (metadata: JsonObject) =>
  (await app.createPage(editor, { metadata: { title: 'T', ...metadata } })).item
const custom = (slug: string, parentPage: string | null = null) =>
  create({ slug, pageType: 'custom', parentPage })
const update = (id: string, metadata: JsonObject) => app.updatePage(editor, { id, metadata })
const pathOf = async (id: string) => (await app.getPage(editor, id)).path.join('/')

it("accepts the parent's slug or id", async () => {
  const top = await custom('top')
  expect(await custom('one', 'top')).toMatchObject({ parentId: top.id, path: ['top', 'one'] })
  expect(await custom('two', top.id)).toMatchObject({ parentId: top.id, path: ['top', 'two'] })
  expect(await custom('three', '')).toMatchObject({ path: ['three'] })
})

it('refuses an unknown or normal parent, and a parent for a normal page', async () => {
  const normal = await create({ slug: 'normal' })
  await custom('top')
  for (const parentPage of ['nothing', 'normal', normal.id])
    await expect(custom('x', parentPage)).rejects.toMatchObject(error('metadata.parentPage'))
  await expect(create({ slug: 'x', parentPage: 'top' })).rejects.toMatchObject(error('metadata.parentPage'))
})

it('refuses the page itself and its descendants as its parent', async () => {
  const [a, b, c] = [await custom('a'), await custom('b', 'a'), await custom('c', 'b')]
  for (const parentPage of ['a', a.id, 'b', c.id])
    await expect(update(a.id, { parentPage })).rejects.toMatchObject(error('metadata.parentPage'))
  await expect(update(a.id, { slug: 'renamed', parentPage: b.id })).rejects.toMatchObject(
    error('metadata.parentPage'),
  )
  expect(await pathOf(a.id)).toBe('a')
})

it('moves all pages below a renamed or moved page, and records an event for each', async () => {
  const [a, b, c] = [await custom('a'), await custom('b', 'a'), await custom('c', 'b')]
  await custom('other')
  const before = store.facts().length
  await update(a.id, { slug: 'z', parentPage: 'other' })
  expect([await pathOf(a.id), await pathOf(b.id), await pathOf(c.id)]).toEqual([
    'other/z',
    'other/z/b',
    'other/z/b/c',
  ])
  expect(
    store
      .facts()
      .slice(before)
      .map(({ type, entity, revision, data }) => [type, entity, revision, data.changed]),
  ).toEqual([
    ['content.page.updated', `page:${a.id}`, 2, ['slug', 'parentPage', 'path']],
    ['content.page.updated', `page:${b.id}`, 2, ['path']],
    ['content.page.updated', `page:${c.id}`, 2, ['path']],
  ])
})

it('moves children to the grandparent when a page is deleted', async () => {
  const [, b, c, d] = [
    await custom('a'),
    await custom('b', 'a'),
    await custom('c', 'b'),
    await custom('d', 'c'),
  ]
  await app.deletePage(editor, { id: b.id })
  expect([await pathOf(c.id), await pathOf(d.id)]).toEqual(['a/c', 'a/c/d'])
  expect(
    store
      .facts()
      .slice(-3)
      .map(({ type, entity }) => [type, entity]),
  ).toEqual([
    ['content.page.deleted', `page:${b.id}`],
    ['content.page.updated', `page:${c.id}`],
    ['content.page.updated', `page:${d.id}`],
  ])
})

it('refuses to delete a page whose child would get a reserved slug, but deletes both together', async () => {
  const top = await custom('top')
  const tag = await custom('tag', 'top')
  await expect(app.deletePage(editor, { id: top.id })).rejects.toMatchObject({
    kind: 'conflict',
    code: 'RESERVED_SLUG',
  })
  expect(await pathOf(tag.id)).toBe('top/tag')
  const items = await app.bulkPages(editor, { action: 'delete', ids: [top.id, tag.id] })
  expect(items.map(({ success }) => success)).toEqual([true, true])
})

it('bulk deletion fails only for a page whose child would get a reserved slug', async () => {
  const [top, other] = [await custom('top'), await custom('other')]
  await custom('tag', 'top')
  const items = await app.bulkPages(editor, { action: 'delete', ids: [other.id, top.id] })
  expect(items).toMatchObject([
    { success: true },
    { success: false, error: expect.stringContaining('reserved') },
  ])
})

it('refuses a reserved slug at the top level, but adds a suffix if it derived the slug itself', async () => {
  await expect(custom('sitemap')).rejects.toMatchObject(error('metadata.slug'))
  expect((await create({ title: 'Tag', pageType: 'custom' })).slug).toBe('tag-2')
  expect((await create({ title: 'Tag' })).slug).toBe('tag')
  await custom('top')
  const below = await custom('documents', 'top')
  await expect(update(below.id, { parentPage: null })).rejects.toMatchObject(error('metadata.slug'))
})

it('does not turn a page with child pages into a normal page', async () => {
  const top = await custom('top')
  const below = await custom('below', 'top')
  await expect(update(top.id, { pageType: 'normal' })).rejects.toMatchObject(error('metadata.pageType'))
  await expect(update(below.id, { pageType: 'normal' })).rejects.toMatchObject(error('metadata.parentPage'))
  await update(below.id, { pageType: 'normal', parentPage: null })
  expect((await update(top.id, { pageType: 'normal' })).path).toEqual(['top'])
})

it('reports all errors of a page together', async () => {
  const bad = create({ title: '', status: 'x', pageType: 'x', parentPage: 5, featuredImage: 'x' })
  await expect(bad).rejects.toMatchObject({ message: 'Title is required' })
  const paths = await bad.catch((error) => error.problems.map(({ path }: { path: string }) => path))
  expect(paths).toEqual([
    'metadata.title',
    'metadata.status',
    'metadata.pageType',
    'metadata.parentPage',
    'metadata.featuredImage',
  ])
  const { id } = await create({})
  await expect(update(id, { pageType: null })).rejects.toMatchObject(error('metadata.pageType'))
})

it('refuses a body that nests too deeply, in a new page and in a change', async () => {
  const content = `${'['.repeat(101)}${']'.repeat(101)}`
  await expect(app.createPage(editor, { metadata: { title: 'T' }, content })).rejects.toMatchObject(
    error('content'),
  )
  const { id } = await create({})
  await expect(app.updatePage(editor, { id, metadata: {}, content })).rejects.toMatchObject(error('content'))
})
