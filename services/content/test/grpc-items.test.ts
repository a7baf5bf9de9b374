import {
  PageServiceDef,
  PostServiceDef,
  RevisionServiceDef,
  SettingsServiceDef,
  SnapshotServiceDef,
} from '@typecase/contracts/services'
import { type Actor, anonymous, serviceActor } from '@typecase/kernel'
import { grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { uuidv7 } from '@typecase/runtime/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentServer } from '../src/adapters/grpc/server.ts'
import { markup } from '../src/adapters/markup/markup.ts'
import { contentApp } from '../src/core/app.ts'
import { memoryContentStore } from './memory/store.ts'
import { unexpected } from './unexpected.ts'

const editor: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'editor', sessionId: 's1' }
const asEditor = { actor: editor }
const defs = [
  PostServiceDef,
  PageServiceDef,
  RevisionServiceDef,
  SettingsServiceDef,
  SnapshotServiceDef,
] as const
const app = contentApp({
  store: memoryContentStore(),
  markup: markup(),
  clock: () => new Date(),
  newId: uuidv7,
  logError: unexpected,
})

const server = contentServer(app, { host: '127.0.0.1', port: 0, log: createLogger('test', 'silent') })
let content: ReturnType<typeof grpcClient<typeof defs>>

beforeAll(async () => {
  await server.start()
  content = grpcClient(defs, server.address())
})

afterAll(async () => {
  content.close()
  await server.stop()
})

const post = async (metadata: object, body = 'Body') => {
  const { post: created } = await content.createPost(
    { metadataJson: JSON.stringify(metadata), content: body },
    asEditor,
  )
  if (!created) throw new Error('no post in the reply')
  return created
}

it('returns pages with their parent and path', async () => {
  const page = async (metadata: object) =>
    (await content.createPage({ metadataJson: JSON.stringify(metadata) }, asEditor)).page?.id ?? ''
  const top = await page({ title: 'Top', pageType: 'custom', slug: 'top' })
  const id = await page({ title: 'Below', pageType: 'custom', parentPage: top, slug: 'below' })
  expect(await content.getPage({ id }, asEditor)).toMatchObject({
    parentPage: 'top',
    path: ['top', 'below'],
    pageType: 'custom',
    content: '',
  })
  await content.updatePage({ id: top, metadataJson: '{"slug":"renamed"}' }, asEditor)
  expect(await content.getPage({ id }, asEditor)).toMatchObject({
    parentPage: 'renamed',
    path: ['renamed', 'below'],
  })
  await content.deletePage({ id: top }, asEditor)
  const alone = await content.getPage({ id }, asEditor)
  expect(alone.path).toEqual(['below'])
  expect(alone).not.toHaveProperty('parentPage')
  expect((await content.listPages({ pageType: 'custom' }, asEditor)).total).toBe(1)
  await expect(content.getPage({ id: top }, asEditor)).rejects.toMatchObject({
    code: 'PAGE_NOT_FOUND',
    message: 'Page not found',
  })
})

it('lists revisions, returns single ones and restores them', async () => {
  const { id } = await post(
    { title: 'Old', extra: [1, '1'], publishAt: '2040-01-01T02:00:00+02:00' },
    'a\r\n',
  )
  await content.updatePost({ id, metadataJson: '{"title":"New","extra":null}', content: 'b' }, asEditor)
  const { revisions, total } = await content.listRevisions({ itemType: 'post', id }, asEditor)
  expect(
    revisions.map(({ revision, title, author, changed }) => [revision, title, author, changed.toSorted()]),
  ).toEqual([
    [2, 'New', 'ada', ['content', 'extra', 'title']],
    [1, 'Old', 'ada', []],
  ])
  expect([total, revisions[0]?.metadataJson, revisions[0]]).toEqual([
    2,
    '',
    expect.not.objectContaining({ content: expect.anything() }),
  ])
  const first = await content.getRevision({ itemType: 'post', id, revision: 1 }, asEditor)
  expect([JSON.parse(first.metadataJson), first.content]).toEqual([
    { extra: [1, '1'], author: 'ada', publishAt: '2040-01-01T00:00:00.000Z' },
    'a\r\n',
  ])
  const restored = await content.restorePost({ id, revision: 1, expectedRevision: 2 }, asEditor)
  expect(restored).toMatchObject({ title: 'Old', content: 'a\r\n', revision: 3, slug: 'old' })
  expect(JSON.parse(restored.metadataJson)).toEqual({
    extra: [1, '1'],
    publishAt: '2040-01-01T00:00:00.000Z',
  })
  const requested = { itemType: 'post', id, metadataJson: '{"title":"Unsaved"}', content: 'c' }
  expect(await content.storeRevision(requested, asEditor)).toMatchObject({
    title: 'Unsaved',
    revision: 4,
    snapshot: true,
  })
  expect(await content.getPost({ id }, asEditor)).toMatchObject({
    post: { title: 'Old', content: 'a\r\n', revision: 4 },
  })
  await expect(content.getRevision({ itemType: 'menu', id, revision: 1 }, asEditor)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  await expect(content.restorePage({ id, revision: 1 }, asEditor)).rejects.toMatchObject({
    code: 'REVISION_NOT_FOUND',
  })
})

it('answers a bulk request in the order of its ids', async () => {
  const [one, two] = [await post({ title: 'b1' }), await post({ title: 'b2' })]
  const { items } = await content.bulkPosts(
    { action: 'publish', ids: [two.id, 'none', one.id, two.id] },
    asEditor,
  )
  expect(items).toEqual([
    { id: two.id, success: true, status: 'published' },
    { id: 'none', success: false, error: 'Post not found' },
    { id: one.id, success: true, status: 'published' },
  ])
})

it('validates settings without changing them if validateOnly is set', async () => {
  const before = await content.getSettings({}, asEditor)
  expect(await content.updateSettings({ siteTitle: 'New', validateOnly: true }, asEditor)).toEqual(before)
  await expect(
    content.updateSettings({ postsPerPage: 0, validateOnly: true }, asEditor),
  ).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  expect(await content.updateSettings({ siteTitle: 'New' }, asEditor)).toMatchObject({
    siteTitle: 'New',
    postsPerPage: 10,
    revision: 1,
  })
  expect(await content.getSettings({}, asEditor)).toMatchObject({ siteTitle: 'New' })
})

it('streams the requested items to services only', async () => {
  const { post } = await content.createPost(
    { metadataJson: '{"title":"Streamed"}', content: 'the body' },
    asEditor,
  )
  const { page } = await content.createPage(
    { metadataJson: '{"title":"Streamed"}', content: 'of a page' },
    asEditor,
  )
  const keys = [
    { type: 'post', id: String(post?.id) },
    { type: 'page', id: String(page?.id) },
    { type: 'page', id: String(post?.id) },
    { type: 'post', id: 'no id' },
    { type: 'menu', id: String(post?.id) },
  ]
  const read = async (actor: Actor, requested = keys) => {
    const bodies: (string | undefined)[] = []
    for await (const item of content.streamItems({ keys: requested }, { actor }))
      bodies.push(item.post?.content ?? item.page?.content)
    return bodies
  }
  expect(await read(serviceActor('publisher'))).toEqual(['the body', 'of a page'])
  const tooMany = Array.from({ length: 1_001 }, () => ({ type: 'post', id: 'x' }))
  await expect(read(serviceActor('publisher'), tooMany)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await expect(read(editor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(read(anonymous)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await content.deletePage({ id: String(page?.id) }, asEditor)
})

it('streams all content to services only', async () => {
  const read = async (actor: Actor) => {
    const kinds = { posts: 0, pages: 0, settings: 0 }
    for await (const item of content.streamContent({}, { actor })) {
      if (item.post) kinds.posts++
      if (item.page) kinds.pages++
      if (item.settings) kinds.settings++
      expect(Object.keys(item)).toHaveLength(1)
    }
    return kinds
  }
  const { total } = await content.listPosts({}, asEditor)
  expect(await read(serviceActor('publisher'))).toEqual({ posts: total, pages: 1, settings: 1 })
  await expect(read(editor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(read(anonymous)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(content.readPosition({}, asEditor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await content.readPosition({}, { actor: serviceActor('media') })).position).toBeGreaterThan(0)
})
