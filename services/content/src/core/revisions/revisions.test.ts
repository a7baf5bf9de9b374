import { type Actor, anonymous, nestingLimit } from '@typecase/kernel'
import { beforeEach, expect, it } from 'vitest'
import { type MemoryContentStore, memoryContentStore } from '../../../test/memory/store.ts'
import { unexpected } from '../../../test/unexpected.ts'
import { markup } from '../../adapters/markup/markup.ts'
import { type ContentApp, contentApp } from '../app.ts'

const user = (username: string): Actor => ({
  kind: 'user',
  id: username,
  username,
  role: 'editor',
  sessionId: 's1',
})
const [ada, bob] = [user('ada'), user('bob')]

let store: MemoryContentStore
let app: ContentApp
beforeEach(() => {
  let [ids, time] = [0, 0]
  store = memoryContentStore()
  app = contentApp({
    store,
    markup: markup(),
    clock: () => new Date(++time * 1000),
    newId: () => `id${++ids}`,
    logError: unexpected,
  })
})

const revisions = async (kind: 'post' | 'page', id: string) =>
  (await app.listRevisions(ada, { kind, id })).items.map(({ revision, by, changed }) => [
    revision,
    by,
    changed.toSorted(),
  ])

it('stores every save of a post, with author and changed fields', async () => {
  const { item: post } = await app.createPost(ada, {
    metadata: { title: 'T', status: 'published' },
    content: 'Old',
  })
  await app.updatePost(bob, { id: post.id, metadata: { title: 'New', category: 'C' }, content: 'New' })
  await app.bulkPosts(ada, { action: 'draft', ids: [post.id] })
  expect(await revisions('post', post.id)).toEqual([
    [4, 'ada', ['status']],
    [3, 'bob', ['category', 'content', 'title']],
    [2, 'ada', []],
  ])
  expect(await app.getRevision(ada, { kind: 'post', id: post.id, revision: 2 })).toMatchObject({
    title: 'T',
    content: 'Old',
    by: 'ada',
  })
})

it('restores title, author, metadata and content, but not slug, status and schedule', async () => {
  const metadata = {
    title: 'T',
    category: 'C',
    tags: ['x'],
    author: 'eve',
    publishAt: '1990-01-01T00:00:00Z',
  }
  const { item: post } = await app.createPost(ada, { metadata, content: 'Old' })
  const change = {
    title: 'New',
    slug: 'new',
    status: 'published',
    category: null,
    author: 'bob',
    extra: 1,
    unpublishAt: '2040-01-01T00:00:00Z',
  }
  await app.updatePost(ada, { id: post.id, metadata: change, content: 'New' })
  const restored = await app.restorePost(bob, { id: post.id, revision: 1 })
  expect(restored).toMatchObject({
    ...{
      title: 'T',
      slug: 'new',
      status: 'published',
      author: 'eve',
      revision: 3,
      content: 'Old',
      text: 'Old',
    },
    ...{
      publishAt: undefined,
      unpublishAt: new Date('2040-01-01T00:00:00Z'),
      metadata: { category: 'C', tags: ['x'] },
    },
  })
  expect(restored.metadata).not.toHaveProperty('extra')
  expect((await revisions('post', post.id))[0]).toEqual([
    3,
    'bob',
    ['author', 'category', 'content', 'extra', 'title'],
  ])
  expect(store.facts().at(-1)).toMatchObject({ type: 'content.post.updated', revision: 3 })
})

it('restores a page without moving it in the tree', async () => {
  await app.createPage(ada, { metadata: { title: 'Top', pageType: 'custom' } })
  const { item: page } = await app.createPage(ada, {
    metadata: { title: 'T', pageType: 'custom', subtitle: 'S' },
    content: 'Old',
  })
  await app.updatePage(ada, {
    id: page.id,
    metadata: { title: 'New', parentPage: 'top', subtitle: null },
    content: 'New',
  })
  expect(await app.restorePage(bob, { id: page.id, revision: 1 })).toMatchObject({
    ...{ title: 'T', path: ['top', 't'], content: 'Old', metadata: { subtitle: 'S' }, revision: 3 },
  })
  expect(await revisions('page', page.id)).toEqual([
    [3, 'bob', ['content', 'subtitle', 'title']],
    [2, 'ada', ['content', 'parentPage', 'subtitle', 'title']],
    [1, 'ada', []],
  ])
})

for (const [kind, name] of [
  ['post', 'Post'],
  ['page', 'Page'],
] as const) {
  it(`stores unsaved text of a ${kind} as a revision without changing the ${kind}`, async () => {
    const input = { metadata: { title: 'T', status: 'published', subtitle: 'S' }, content: 'Live' }
    const created = await app[`create${name}`](ada, input)
    const { id } = created.item
    const read = async () =>
      kind === 'post' ? (await app.getPost(ada, { id, resolveRelated: false })).post : app.getPage(ada, id)
    const before = await read()
    const facts = store.facts().length
    const unsaved = {
      title: 'Unsaved',
      subtitle: null,
      slug: 'other',
      status: 'draft',
      publishAt: '2040-01-01T00:00:00Z',
    }
    const stored = await app.storeRevision(bob, { kind, id, metadata: unsaved, content: 'Unsaved text' })
    expect(stored).toMatchObject({
      revision: 3,
      by: 'bob',
      isSnapshot: true,
      changed: expect.arrayContaining(['title', 'content']),
    })
    expect(await read()).toEqual({ ...before, revision: 3 })
    expect(store.facts()).toHaveLength(facts)
    expect(await app.getRevision(ada, { kind, id, revision: 3 })).toMatchObject({
      ...{ title: 'Unsaved', slug: before.slug, status: 'published', content: 'Unsaved text', metadata: {} },
    })
    await app[`update${name}`](ada, { id, metadata: {}, content: 'Saved' })
    const { items } = await app.listRevisions(ada, { kind, id })
    expect(items.map(({ revision, isSnapshot }) => [revision, isSnapshot])).toEqual([
      [4, false],
      [3, true],
      [2, false],
    ])
  })

  it(`stores unsaved text of a ${kind} only if it is valid and the caller is signed in`, async () => {
    const created = await app[`create${name}`](ada, { metadata: { title: 'T' } })
    const { id } = created.item
    const refused = (error: object, override: object, actor: Actor = ada) =>
      expect(app.storeRevision(actor, { kind, id, metadata: {}, ...override })).rejects.toMatchObject(error)
    await refused({ code: 'VALIDATION_ERROR' }, { metadata: { title: '' } })
    await refused({ code: 'VALIDATION_ERROR' }, { content: '> '.repeat(nestingLimit + 1) })
    await refused({ code: `${name.toUpperCase()}_NOT_FOUND` }, { id: 'none' })
    await refused({ code: 'UNAUTHORIZED' }, {}, anonymous)
    expect((await app.listRevisions(ada, { kind, id })).total).toBe(1)
  })
}

it('refuses to restore if the item has another revision, and to restore an unknown revision', async () => {
  const { item: post } = await app.createPost(ada, { metadata: { title: 'T' } })
  const { item: page } = await app.createPage(ada, { metadata: { title: 'T' } })
  const stale = { code: 'PRECONDITION_FAILED' }
  await expect(app.restorePost(ada, { id: post.id, revision: 1, expectedRevision: 2 })).rejects.toMatchObject(
    stale,
  )
  await expect(app.restorePage(ada, { id: page.id, revision: 1, expectedRevision: 2 })).rejects.toMatchObject(
    stale,
  )
  const missing = { kind: 'not_found', code: 'REVISION_NOT_FOUND' }
  await expect(app.restorePost(ada, { id: post.id, revision: 2 })).rejects.toMatchObject(missing)
  await expect(app.restorePage(ada, { id: post.id, revision: 1 })).rejects.toMatchObject(missing)
  await expect(app.getRevision(ada, { kind: 'page', id: post.id, revision: 1 })).rejects.toMatchObject(
    missing,
  )
  await expect(app.listRevisions(ada, { kind: 'page', id: post.id })).rejects.toMatchObject({
    code: 'PAGE_NOT_FOUND',
  })
  await expect(app.listRevisions(ada, { kind: 'post', id: 'none' })).rejects.toMatchObject({
    code: 'POST_NOT_FOUND',
  })
})

it('shows revisions only to signed-in users, and checks the limit of a list', async () => {
  const { item: post } = await app.createPost(ada, { metadata: { title: 'T', status: 'published' } })
  const query = { kind: 'post', id: post.id } as const
  const refused = { code: 'UNAUTHORIZED' }
  await expect(app.listRevisions(anonymous, query)).rejects.toMatchObject(refused)
  await expect(app.getRevision(anonymous, { ...query, revision: 1 })).rejects.toMatchObject(refused)
  await expect(app.restorePost(anonymous, { id: post.id, revision: 1 })).rejects.toMatchObject(refused)
  await expect(app.listRevisions(ada, { ...query, limit: 0 })).rejects.toMatchObject({
    problems: [{ path: 'limit' }],
  })
  await app.deletePost(ada, { id: post.id })
  await expect(app.listRevisions(ada, query)).rejects.toMatchObject({ code: 'POST_NOT_FOUND' })
})

it('does not restore a body that exceeds the current limits', async () => {
  const { item: post } = await app.createPost(ada, { metadata: { title: 'T' }, content: 'New' })
  const { item: page } = await app.createPage(ada, { metadata: { title: 'T' }, content: 'New' })
  const content = '> '.repeat(nestingLimit + 1)
  const newRevision = { by: 'ada', fields: {}, changed: [] }
  await store.write(async (tx) => {
    const [oldPost, oldPage] = [await tx.posts.get(post.id), await tx.pages.get(page.id)]
    if (oldPost) await tx.posts.save({ ...oldPost, content, revision: 2 })
    if (oldPage) await tx.pages.save({ ...oldPage, content, revision: 2 })
    await tx.posts.insertRevisions([{ ...newRevision, id: post.id }])
    await tx.pages.insertRevisions([{ ...newRevision, id: page.id }])
  })
  const refusal = {
    code: 'VALIDATION_ERROR',
    problems: [{ path: 'content', message: 'content must not nest deeper than 100 levels' }],
  }
  await expect(app.restorePost(ada, { id: post.id, revision: 2 })).rejects.toMatchObject(refusal)
  await expect(app.restorePage(ada, { id: page.id, revision: 2 })).rejects.toMatchObject(refusal)
  expect(await app.updatePost(ada, { id: post.id, metadata: { title: 'Other' } })).toMatchObject({
    title: 'Other',
    content,
  })
})
