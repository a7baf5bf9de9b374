/** Tests of docs/contract.md, "Requests and responses" and "Limits". */
import { describe, expect, it } from 'vitest'
import { apiClient } from '../api.ts'
import { oneSystem } from '../one-system.ts'

const one = oneSystem({ RATE_LIMIT_PER_MINUTE: '400', JSON_BODY_LIMIT: '20000' })
const anonymous = () => apiClient(one.system.apiUrl)
const newPost = (metadata: object, headers: Record<string, string> = {}) =>
  one.api.request('POST', '/api/posts', { json: { metadata }, headers })
const rawPost = (body: string, contentType = 'application/json') =>
  fetch(`${one.system.apiUrl}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${one.api.token}`, 'content-type': contentType },
    body,
  })

describe('envelope', () => {
  it('is an object with `success`, in successful responses and errors', async () => {
    expect((await anonymous().request('GET', '/api/posts')).body).toMatchObject({ success: true, data: [] })
    const unknown = await anonymous().request('GET', '/api/nothing')
    expect(unknown).toMatchObject({
      status: 404,
      body: { success: false, error: 'Not found', code: 'NOT_FOUND' },
    })
    expect(unknown.body.requestId).toBe(unknown.headers.get('x-request-id'))
  })
})

describe('error-codes', () => {
  it('404 and 405 take precedence over 401', async () => {
    expect(await anonymous().request('GET', '/api/nothing')).toMatchObject({ status: 404 })
    const wrongMethod = await anonymous().request('DELETE', '/api/settings')
    expect(wrongMethod).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
    expect(wrongMethod.headers.get('allow')).toContain('GET')
    expect(await anonymous().request('GET', '/api/settings')).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized', code: 'UNAUTHORIZED' },
    })
  })

  it.each([
    ['malformed JSON', '{', 'application/json', 400, 'MALFORMED_BODY'],
    ['another content type', 'title=x', 'text/plain', 415, 'UNSUPPORTED_CONTENT_TYPE'],
    ['a body over the limit', JSON.stringify('x'.repeat(30_000)), 'application/json', 413, 'BODY_TOO_LARGE'],
  ])('%s has its own code', async (_, body, contentType, status, code) => {
    const response = await rawPost(body, contentType)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ success: false, code })
  })
})

describe('validation-errors', () => {
  it('list all invalid fields, with their paths', async () => {
    const answer = await newPost({ title: 'x', status: 'gone', slug: 'Not A Slug' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    const paths = (answer.body.details as { path: string }[]).map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['metadata.status', 'metadata.slug']))
  })
})

describe('problem-details', () => {
  it('are sent to clients that prefer this format', async () => {
    const accept = { accept: 'application/problem+json' }
    const problem = await anonymous().request('GET', '/api/posts/none', { headers: accept })
    expect(problem.headers.get('content-type')).toContain('application/problem+json')
    expect(JSON.parse(problem.text)).toMatchObject({
      status: 404,
      code: expect.any(String),
      requestId: expect.any(String),
    })
    const both = { accept: 'application/problem+json, application/json' }
    expect((await anonymous().request('GET', '/api/posts/none', { headers: both })).body).toMatchObject({
      success: false,
    })
  })
})

describe('methods-and-bodies', () => {
  it('accepts HEAD wherever GET is allowed, and DELETE without a body', async () => {
    const head = await anonymous().request('HEAD', '/api/posts')
    expect(head).toMatchObject({ status: 200, text: '' })
    const { body } = await newPost({ title: 'To delete' })
    expect(await one.api.request('DELETE', `/api/posts/${body.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    })
  })

  it('applies the size limit to chunked bodies', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 30; part++) controller.enqueue(new TextEncoder().encode(' '.repeat(1000)))
        controller.close()
      },
    })
    const headers = { authorization: `Bearer ${one.api.token}`, 'content-type': 'application/json' }
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body: chunks, duplex: 'half' }
    expect((await fetch(`${one.system.apiUrl}/api/posts`, init)).status).toBe(413)
  })
})

describe('unknown-fields', () => {
  it('are ignored, except for prototype keys', async () => {
    expect(await anonymous().request('GET', '/api/posts?colour=red')).toMatchObject({ status: 200 })
    expect(await one.api.request('PUT', '/api/settings', { json: { colour: 'red' } })).toMatchObject({
      status: 200,
    })
    const polluted = await rawPost('{"metadata":{"title":"x","deep":{"__proto__":{"a":1}}}}')
    expect(polluted.status).toBe(400)
  })

  it('an empty query value counts as absent, and only `true` counts as true', async () => {
    await newPost({ title: 'Seen', status: 'published' })
    expect((await anonymous().request('GET', '/api/posts?status=&limit=')).body.limit).toBe(10)
    const list = (await anonymous().request('GET', '/api/posts?frontmatterOnly=TRUE')).body.data
    expect(list?.[0]).toHaveProperty('content')
  })
})

describe('lists', () => {
  it('have total, limit and offset, and reject invalid values', async () => {
    expect((await anonymous().request('GET', '/api/posts?limit=1&offset=1')).body).toMatchObject({
      total: expect.any(Number),
      limit: 1,
      offset: 1,
    })
    expect((await anonymous().request('GET', '/api/pages')).body).toMatchObject({ limit: null, offset: 0 })
    for (const query of ['limit=0', 'limit=1001', 'limit=1.5', 'limit=x', 'offset=-1'])
      expect(await anonymous().request('GET', `/api/posts?${query}`)).toMatchObject({ status: 400 })
  })
})

describe('etags', () => {
  it('cause 304 for reads and 412 for outdated writes', async () => {
    const { body } = await newPost({ title: 'Tagged', status: 'published' })
    const path = `/api/posts/${body.id}`
    const etag = String((await one.api.request('GET', path)).headers.get('etag'))
    expect(etag).toMatch(/^"/)
    expect((await one.api.request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const change = (ifMatch: string) =>
      one.api.request('PUT', path, { json: { content: ifMatch }, headers: { 'if-match': ifMatch } })
    expect(await change(`W/${etag}`)).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
    expect((await change(etag)).status).toBe(200)
    expect((await change(etag)).status).toBe(412)
    expect((await one.api.request('GET', path)).body.data?.content).toBe(etag)
  })
})

describe('idempotency-keys', () => {
  it('return the first response again, and reject a different body', async () => {
    const key = { 'idempotency-key': 'contract-1' }
    const first = await newPost({ title: 'Once' }, key)
    expect(first.status).toBe(201)
    const again = await newPost({ title: 'Once' }, key)
    expect(again.body).toMatchObject({ id: first.body.id })
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(await newPost({ title: 'Twice' }, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
  })
})

describe('rate-limits', () => {
  it('are reported in headers; a request above the limit returns 429 with Retry-After', async () => {
    const { headers } = await anonymous().request('GET', '/api/posts')
    expect(headers.get('x-ratelimit-limit')).toBe('400')
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(1_700_000_000)
    for (let sent = 0; sent < 900; sent++) {
      const answer = await anonymous().request('GET', '/api/menu')
      if (answer.status === 200) continue
      expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      return
    }
    expect.unreachable('the budget was never exceeded')
  })
})
