/** Tests packages/client against a running system. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  ApiError,
  createApiClient,
  eachPage,
  eachPost,
  ifMatch,
  login,
  tagged,
  unwrap,
  withKey,
} from '@typecase/client'
import { beforeAll, expect, it } from 'vitest'
import { clientTypes, typesFile } from './client-types/render.ts'
import { oneSystem } from './one-system.ts'
import { administrator } from './process.ts'

const running = oneSystem()
let client: ReturnType<typeof createApiClient>
beforeAll(async () => {
  const url = running.system.apiUrl
  const { token, user } = await login({ url }, administrator)
  expect(user).toMatchObject({ username: 'admin', role: 'admin' })
  client = createApiClient({ url, token })
})

it('has up-to-date API types (`npm run generate` writes them)', async () => {
  const { render } = clientTypes()
  expect(readFileSync(typesFile, 'utf8')).toBe(await render())
})

it('creates one post for two requests with the same idempotency key', async () => {
  const body = { metadata: { title: 'Once' }, content: 'words' }
  const create = async () =>
    unwrap(client.POST('/api/posts', { body, params: { header: withKey('test-once') } }))
  const { id } = await create()
  expect((await create()).id).toBe(id)
})

it('lists media files with the digests of their bytes', async () => {
  const text = 'words'
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/plain' }), 'note.txt')
  const body = { file: 'note.txt' }
  const digest = createHash('sha256').update(text).digest('hex')
  const { data } = await unwrap(client.POST('/api/media/upload', { body, bodySerializer: () => form }))
  expect(data).toMatchObject({ originalFilename: 'note.txt', digest })
  const query = { type: 'document' } as const
  const listed = await unwrap(client.GET('/api/media', { params: { query } }))
  expect(listed.data).toMatchObject([{ id: data.id, digest }])
})

it('rejects an update with an outdated ETag', async () => {
  const created = await unwrap(client.POST('/api/pages', { body: { metadata: { title: 'Tagged' } } }))
  const params = { path: { id: created.id } }
  const { value, etag } = await tagged(client.GET('/api/pages/{id}', { params }))
  expect(value.title).toBe('Tagged')
  const change = (subtitle: string) =>
    unwrap(
      client.PUT('/api/pages/{id}', {
        params: { ...params, header: ifMatch(etag) },
        body: { metadata: { subtitle } },
      }),
    )
  await change('first')
  await expect(change('second')).rejects.toMatchObject({ status: 412, code: 'PRECONDITION_FAILED' })
})

it('throws errors with code, details and request id', async () => {
  const failed = unwrap(client.POST('/api/posts', { body: { metadata: { title: '' } } }))
  const error = await failed.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 400,
    message: 'Title is required',
    code: 'VALIDATION_ERROR',
    details: [{ path: 'metadata.title' }],
    requestId: expect.any(String),
  })
})

it('iterates over all entries of lists of posts and pages', async () => {
  for (let n = 0; n < 5; n++) {
    await unwrap(client.POST('/api/posts', { body: { metadata: { title: `Post ${n}`, category: 'long' } } }))
    await unwrap(client.POST('/api/pages', { body: { metadata: { title: `Page ${n}` } } }))
  }
  const posts: unknown[] = []
  for await (const { frontmatter } of eachPost(client, { category: 'long', limit: 2 }))
    posts.push(frontmatter.title)
  expect(posts).toEqual(['Post 4', 'Post 3', 'Post 2', 'Post 1', 'Post 0'])
  const pages = []
  for await (const page of eachPage(client, { limit: 2 })) pages.push(page.frontmatter.title)
  expect(pages.slice(0, 5)).toEqual(['Page 4', 'Page 3', 'Page 2', 'Page 1', 'Page 0'])
})
