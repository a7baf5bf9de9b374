/** Tests cached reads through one gateway while another gateway writes. */
import { systemClock } from '@typecase/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { responseCache } from '../src/core/response-cache.ts'
import { startGateway, type TestGateway } from './gateway.ts'

let writing: TestGateway
let reading: TestGateway
const calls = { listPosts: 0, getPost: 0 }

beforeAll(async () => {
  writing = await startGateway()
  const { content } = writing.services
  const counted: typeof content = {
    ...content,
    listPosts: (request, options) => {
      calls.listPosts++
      return content.listPosts(request, options)
    },
    getPost: (request, options) => {
      calls.getPost++
      return content.getPost(request, options)
    },
  }
  reading = await startGateway({
    services: { ...writing.services, content: counted },
    contentCache: responseCache({
      version: async () => (await content.readPosition({})).position,
      clock: systemClock,
      maxBytes: 1024 * 1024,
    }),
  })
})
afterAll(() => Promise.all([writing.stop(), reading.stop()]))

async function newPost(status: 'published' | 'draft' = 'published'): Promise<string> {
  const json = { metadata: { title: `Post ${Math.random()}`, status }, content: 'first' }
  return String((await writing.ask('POST', '/api/posts', { token: writing.editor.token, json })).body.id)
}

test('unchanged content is read once for all clients', async () => {
  const id = await newPost()
  Object.assign(calls, { listPosts: 0, getPost: 0 })
  for (const path of ['/api/posts?limit=10', `/api/posts/${id}`]) {
    const answers = [
      await reading.ask('GET', path),
      await reading.ask('GET', path),
      await reading.ask('GET', path),
    ]
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  }
  expect(calls).toEqual({ listPosts: 1, getPost: 1 })
})

test('a write through one gateway is visible in the next read of another', async () => {
  const id = await newPost()
  const { token } = writing.editor
  for (let n = 0; n < 5; n++) {
    await reading.ask('GET', `/api/posts/${id}`)
    await writing.ask('PUT', `/api/posts/${id}`, { token, json: { content: `change ${n}` } })
    expect((await reading.ask('GET', `/api/posts/${id}`)).body.data).toMatchObject({ content: `change ${n}` })
  }
  await reading.ask('GET', '/api/posts')
  await writing.ask('DELETE', `/api/posts/${id}`, { token })
  expect((await reading.ask('GET', `/api/posts/${id}`)).status).toBe(404)
  expect((await reading.ask('GET', '/api/posts')).text).not.toContain(id)
})

test('responses for users are never sent to anonymous clients', async () => {
  const id = await newPost('draft')
  const { token } = writing.editor
  expect((await writing.ask('GET', `/api/posts/${id}`, { token })).status).toBe(200)
  expect((await writing.ask('GET', `/api/posts/${id}`)).status).toBe(404)
  expect((await writing.ask('GET', '/api/posts', { token })).text).toContain(id)
  expect((await writing.ask('GET', '/api/posts')).text).not.toContain(id)
})

test('a cached response has the same ETag, and results in 304', async () => {
  const id = await newPost()
  const first = await reading.ask('GET', `/api/posts/${id}`)
  const second = await reading.ask('GET', `/api/posts/${id}`)
  const etag = String(first.headers.get('etag'))
  expect(second.headers.get('etag')).toBe(etag)
  const third = await reading.ask('GET', `/api/posts/${id}`, { headers: { 'if-none-match': etag } })
  expect([third.status, third.text]).toEqual([304, ''])
})

test('a filter runs for every response', async () => {
  let runs = 0
  const filtered = await startGateway()
  filtered.hooks.addFilter('api_posts', (items) => {
    runs++
    return items
  })
  await filtered.ask('GET', '/api/posts')
  await filtered.ask('GET', '/api/posts')
  expect(runs).toBe(2)
  await filtered.stop()
})
