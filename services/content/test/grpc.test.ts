import {
  PageServiceDef,
  PostServiceDef,
  RevisionServiceDef,
  SettingsServiceDef,
  SnapshotServiceDef,
} from '@typecase/contracts/services'
import { type Actor, anonymous } from '@typecase/kernel'
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

it('returns a post with its types and bytes unchanged', async () => {
  const body = 'a\r\n  b\t \n\n日本語 🎉'
  const extra = { string: '123', number: 0.5, list: [1, 'two', [null]], category: 'News' }
  const { id } = await post(
    { title: 'true', ...extra, id: 'mine', createdAt: '2001-01-01T00:00:00.000Z' },
    body,
  )
  const { post: read } = await content.getPost({ id, resolveRelated: true }, asEditor)
  expect(read).toMatchObject({
    id,
    title: 'true',
    slug: 'true',
    status: 'draft',
    author: 'ada',
    content: body,
    revision: 1,
  })
  expect(JSON.parse(read?.metadataJson ?? '')).toEqual(extra)
})

it('lists posts page by page, using the cursor of the previous page', async () => {
  for (let n = 0; n < 5; n++) await post({ title: `Part ${n}`, tags: ['in parts'] })
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const query = { tag: 'in parts', view: 'NONE', paging: { limit: 2, offset: 0 }, cursor } as const
    const { posts, total, nextCursor } = await content.listPosts(query, asEditor)
    expect(total).toBe(5)
    pages.push(posts.map(({ title }) => title))
    cursor = nextCursor
  } while (cursor)
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  expect(new Set(pages.flat()).size).toBe(5)
  await expect(content.listPosts({ cursor: 'nowhere' }, asEditor)).rejects.toMatchObject({
    problems: [{ path: 'cursor' }],
  })
})

it('lists terms for users, and reports invalid parameters', async () => {
  for (const title of ['T1', 'T2']) await post({ title, tags: ['Listed', `only ${title}`] })
  const { terms, total } = await content.listTerms({ kind: 'tag', search: 'LISTED' }, asEditor)
  expect([terms, total]).toEqual([[{ name: 'Listed', count: 2 }], 1])
  expect(
    (await content.listTerms({ kind: 'tag', search: 'only', paging: { limit: 1, offset: 1 } }, asEditor))
      .terms,
  ).toEqual([{ name: 'only T2', count: 1 }])
  expect(await content.listTerms({ kind: 'tag', search: 'a\0' }, asEditor)).toEqual({ terms: [], total: 0 })
  await expect(content.listTerms({ kind: 'tag' }, { actor: anonymous })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  const bad = content.listTerms({ kind: 'colour', paging: { limit: 0, offset: 0 } }, asEditor)
  await expect(bad).rejects.toMatchObject({ problems: [{ path: 'limit' }, { path: 'kind' }] })
})

it('reports every error by its path', async () => {
  const bad = content.createPost(
    {
      metadataJson:
        '{"title":5,"slug":"A b","tags":["x",2],"featuredImage":"x","seoTitle":1,"canonicalUrl":"/here",' +
        '"noindex":"yes","__proto__":{"a":1}}',
    },
    asEditor,
  )
  await expect(bad).rejects.toMatchObject({
    kind: 'invalid',
    code: 'VALIDATION_ERROR',
    message: 'Title must be a string',
  })
  const problems = await bad.catch((error) => error.problems.map(({ path }: { path: string }) => path))
  expect(problems).toEqual([
    'metadata.title',
    'metadata.slug',
    'metadata.tags.1',
    'metadata.featuredImage',
    'metadata.seoTitle',
    'metadata.canonicalUrl',
    'metadata.noindex',
    'metadata.__proto__',
  ])
})

it('refuses metadata that is not an object', async () => {
  for (const metadataJson of ['', '[]', 'null', '"text"', '{']) {
    await expect(content.createPost({ metadataJson }, asEditor)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  }
})

it('refuses a taken slug and names it in the error', async () => {
  await post({ title: 'x', slug: 'taken' })
  await expect(post({ title: 'y', slug: 'taken' })).rejects.toMatchObject({
    kind: 'conflict',
    code: 'DUPLICATE_SLUG',
    fields: { slug: 'taken' },
    message: 'A post with this slug already exists',
  })
})

it('distinguishes absent content from empty content', async () => {
  const { id } = await post({ title: 'x' }, 'Stays')
  expect((await content.updatePost({ id, metadataJson: '{"title":"y"}' }, asEditor)).content).toBe('Stays')
  expect((await content.updatePost({ id, metadataJson: '{}', content: '' }, asEditor)).content).toBe('')
})

it('refuses a stale revision', async () => {
  const { id, revision } = await post({ title: 'x' })
  await content.updatePost({ id, metadataJson: '{}', expectedRevision: revision }, asEditor)
  const stale = { kind: 'stale', code: 'PRECONDITION_FAILED', message: 'Precondition failed' }
  await expect(
    content.updatePost({ id, metadataJson: '{}', expectedRevision: revision }, asEditor),
  ).rejects.toMatchObject(stale)
  await expect(content.deletePost({ id, expectedRevision: revision }, asEditor)).rejects.toMatchObject(stale)
  await content.deletePost({ id, expectedRevision: revision + 1 }, asEditor)
})

it('returns the first response for a repeated idempotency key', async () => {
  const idempotencyKey = { key: 'k', route: 'POST /api/posts', fingerprint: 'f' }
  const request = { metadataJson: '{"title":"Once","extra":[1]}', content: 'x', idempotencyKey }
  const first = await content.createPost(request, asEditor)
  const again = await content.createPost(request, asEditor)
  expect([first.replayed, again.replayed]).toEqual([false, true])
  expect(again.post).toEqual(first.post)
  await expect(
    content.createPost({ ...request, idempotencyKey: { ...idempotencyKey, fingerprint: 'g' } }, asEditor),
  ).rejects.toMatchObject({
    kind: 'invalid',
    code: 'IDEMPOTENCY_MISMATCH',
  })
})

it('lists posts with their body, a summary, or no body', async () => {
  const category = 'Views'
  await post({ title: 'x', category }, '# Hello\n\nsome **bold** words that go on')
  const body = async (view: 'FULL' | 'NONE' | 'SUMMARY') =>
    (await content.listPosts({ category, view, previewLength: 20 }, asEditor)).posts.map(
      (listed) => listed.content,
    )
  expect(await body('FULL')).toEqual(['# Hello\n\nsome **bold** words that go on'])
  expect(await body('SUMMARY')).toEqual(['Hello some bold...'])
  expect(await body('NONE')).toEqual([undefined])
})

it('resolves related posts in order, without drafts for anonymous callers', async () => {
  const [draft, shown] = [
    await post({ title: 'd' }),
    await post({ title: 's', status: 'published', excerpt: 'E', subtitle: 'S' }),
  ]
  const { id } = await post({
    title: 'r',
    status: 'published',
    relatedPosts: [shown.id, uuidv7(), draft.id, 'no-id'],
  })
  const related = async (actor: Actor) =>
    (await content.getPost({ id, resolveRelated: true }, { actor })).related
  expect((await related(editor)).map((post) => post.id)).toEqual([shown.id, draft.id])
  const [only, ...others] = await related(anonymous)
  expect(others).toEqual([])
  expect(only).toMatchObject({ id: shown.id, title: 's' })
  expect(JSON.parse(only?.metadataJson ?? '')).toEqual({ subtitle: 'S', excerpt: 'E' })
  expect((await content.getPost({ id, resolveRelated: false }, asEditor)).related).toEqual([])
})

it('shows only published items to anonymous callers', async () => {
  const asAnonymous = { actor: anonymous }
  const { id } = await post({ title: 'hidden' })
  await expect(content.getPost({ id }, asAnonymous)).rejects.toMatchObject({
    kind: 'not_found',
    code: 'POST_NOT_FOUND',
  })
  await expect(content.listPosts({ status: 'draft' }, asAnonymous)).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(content.createPost({ metadataJson: '{}' }, asAnonymous)).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(content.getSettings({}, asAnonymous)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const { posts } = await content.listPosts({ paging: { limit: 1000 } }, asAnonymous)
  expect(new Set(posts.map(({ status }) => status))).toEqual(new Set(['published']))
})
