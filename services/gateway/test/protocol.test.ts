import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())
const json = { 'content-type': 'application/json' }
const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
  gateway.ask('POST', '/api/posts', { token: gateway.admin.token, body, headers })
/** Sends raw bytes and returns the response. */
const speak = (text: string) =>
  new Promise<string>((resolve, reject) => {
    let got = ''
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      got += chunk
    })
    socket
      .on('end', () => resolve(got))
      .on('close', () => resolve(got))
      .on('error', reject)
    setTimeout(() => socket.end(), 1000).unref()
  })
describe('routing', () => {
  test('an unknown route is 404 before authentication', async () => {
    const answer = await gateway.ask('GET', '/api/nothing')
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ success: false, error: 'Not found', code: 'NOT_FOUND' })
  })

  test.each([
    ['DELETE', '/api/posts', 'GET, HEAD, POST'],
    ['PUT', '/api/users/me', 'GET, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['OPTIONS', '/api/menu/reorder', 'PUT'],
    ['PATCH', '/api/posts/x', 'GET, HEAD, PUT, DELETE'],
  ])('%s %s is 405 and Allow is %s', async (method, path, allow) => {
    const answer = await gateway.ask(method, path)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    expect(answer.body.code).toBe('METHOD_NOT_ALLOWED')
  })

  test.each(['/api/posts/', '//api/posts', '/API/posts', '/api/Posts', '/api/users/%00', '/api%2fposts'])(
    '%s is not a route: 404',
    async (path) => {
      expect((await gateway.ask('GET', path, { token: gateway.admin.token })).status).toBe(404)
    },
  )

  test('a path that is not percent-encoded UTF-8 is 400 in the envelope', async () => {
    const answer = await gateway.ask('GET', '/api/posts/%ff')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, code: 'MALFORMED_URL' })
  })

  test('HEAD returns the headers of GET without the body', async () => {
    const answer = await gateway.ask('HEAD', '/api/posts')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.bytes).toHaveLength(0)
    expect((await gateway.ask('HEAD', '/api/settings')).status).toBe(401)
  })

  test('non-HTTP bytes get a response in the envelope, and the connection is closed', async () => {
    const got = await speak('GARBAGE\r\n\r\n')
    expect(got).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(got.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      success: false,
      code: 'MALFORMED_REQUEST',
    })
    expect(await speak(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
  })
})

describe('bodies', () => {
  test.each(['{', '{"a":1,}', "{'a':1}", 'nonsense', '{} {}'])('%s is malformed: 400', async (body) => {
    const answer = await send(body)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('MALFORMED_BODY')
  })

  test('bytes that are not UTF-8 are 400', async () => {
    expect((await send(new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400)
  })

  test.each(['__proto__', 'constructor', 'prototype'])('the key %s is rejected at any depth', async (key) => {
    for (const body of [`{"${key}":{}}`, `{"metadata":{"title":"x","extra":[{"${key}":1}]}}`]) {
      const answer = await send(body)
      expect(answer.status).toBe(400)
      expect(answer.body.details?.[0]?.path).toMatch(new RegExp(`${key}$`))
    }
  })

  test('JSON that nests deeper than 32 levels is 400', async () => {
    expect(
      (await send(`{"metadata":{"title":"deep","extra":${'['.repeat(40)}${']'.repeat(40)}}}`)).status,
    ).toBe(400)
    expect(
      (await send(`{"metadata":{"title":"not so deep","extra":${'['.repeat(20)}${']'.repeat(20)}}}`)).status,
    ).toBe(201)
  })

  test('text and numbers that cannot be stored are 400, each with its path', async () => {
    const answer = await send('{"metadata":{"title":"a\\u0000b","x":"\\ud800","y":1e999}}')
    expect(answer.status).toBe(400)
    expect(answer.body.details?.map(({ path }) => path).toSorted()).toEqual([
      'metadata.title',
      'metadata.x',
      'metadata.y',
    ])
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/json',
    'application/json; charset=latin1',
  ])('content type %s is 415', async (type) => {
    const answer = await send('{}', { 'content-type': type })
    expect(answer.status).toBe(415)
    expect(answer.body.code).toBe('UNSUPPORTED_CONTENT_TYPE')
  })

  test('the limit counts received bytes, both with Content-Length and with chunked encoding', async () => {
    const body = JSON.stringify({ metadata: { title: 'x' }, content: 'y'.repeat(70_000) })
    expect((await send(body)).status).toBe(413)
    const stream = new Blob([body]).stream()
    const init = {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${gateway.admin.token}` },
      body: stream,
      duplex: 'half',
    }
    const response = await fetch(`${gateway.origin}/api/posts`, init as RequestInit)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ success: false, code: 'BODY_TOO_LARGE' })
  })

  test('a body is not read before its sender is authorized', async () => {
    expect((await gateway.ask('POST', '/api/posts', { body: '{', headers: json })).status).toBe(401)
    expect(
      (await gateway.ask('POST', '/api/users', { token: gateway.editor.token, body: '{', headers: json }))
        .status,
    ).toBe(403)
  })

  test('all errors of a body are reported together, with dotted paths', async () => {
    const answer = await gateway.ask('POST', '/api/posts', {
      token: gateway.admin.token,
      json: { metadata: { title: ' ', slug: 'Not A Slug', status: 'secret', tags: ['a', 1] }, content: 5 },
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: 'Title is required', code: 'VALIDATION_ERROR' })
    expect(answer.body.details?.map(({ path }) => path)).toEqual([
      'metadata.title',
      'metadata.slug',
      'metadata.status',
      'metadata.tags.1',
      'content',
    ])
  })
})

describe('the message of an error', () => {
  const ask = (method: string, path: string, body?: string) =>
    gateway.ask(method, path, { token: gateway.admin.token, body, headers: body === undefined ? {} : json })

  test.each([
    ['GET', '/api/posts?limit=0', undefined, 'limit must be a whole number from 1 to 1000'],
    ['GET', '/api/posts?limit=5&limit=6', undefined, 'limit must be given once'],
    ['GET', '/api/posts?search=%00', undefined, 'search must not contain the character NUL'],
    ['PUT', '/api/settings', '{"siteTitle":null}', 'siteTitle must be a string'],
    [
      'PUT',
      '/api/settings',
      '{"__proto__":{}}',
      '__proto__ is a reserved field name. Choose a different name',
    ],
    ['POST', '/api/posts', '{"metadata":{"title":"x","tags":["a",1]}}', 'metadata.tags.1 must be a string'],
    ['PUT', '/api/settings', '[]', 'The body must be an object'],
    ['POST', '/api/posts', '{"metadata":{"title":"x","slug":"No"}}', 'A slug has lower-case letters'],
    ['POST', '/api/bulk/things', '{}', 'contentType must be one of posts, pages'],
  ])('names the field: %s %s %s', async (method, path, body, message) => {
    const answer = await ask(method, path, body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(message)])
    expect(answer.body.details?.[0]?.message).toMatch(/^[A-Z]/)
  })

  test('omits a field name that is too long for a message', async () => {
    const answer = await ask('PUT', '/api/settings', JSON.stringify({ ['x'.repeat(500)]: '\0' }))
    expect(answer.body.error).toBe('Must not contain the character NUL')
  })
})

describe('a response', () => {
  test('with an error has a code and a request id: that of the client, if valid', async () => {
    const answer = await gateway.ask('GET', '/api/settings', { headers: { 'x-request-id': 'my-id-1' } })
    expect(answer.body).toMatchObject({ error: 'Unauthorized', code: 'UNAUTHORIZED', requestId: 'my-id-1' })
    expect(answer.headers.get('x-request-id')).toBe('my-id-1')
    const other = await gateway.ask('GET', '/api/settings', { headers: { 'x-request-id': 'not sane <b>' } })
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([
    ['application/problem+json', true],
    ['application/problem+json, application/json', false],
    ['application/problem+json, */*;q=0.1', true],
    ['application/json, application/problem+json;q=0.5', false],
    ['*/*', false],
    ['text/html', false],
  ])('has problem details for Accept: %s: %s', async (accept, expected) => {
    const answer = await gateway.ask('POST', '/api/posts', {
      token: gateway.admin.token,
      json: { metadata: {} },
      headers: { accept },
    })
    expect(answer.headers.get('content-type')).toMatch(
      expected ? /^application\/problem\+json/ : /^application\/json/,
    )
    if (expected)
      expect(answer.body).toMatchObject({
        status: 400,
        title: 'Bad Request',
        detail: 'Title is required',
        code: 'VALIDATION_ERROR',
      })
    expect(answer.body.details).toHaveLength(1)
  })

  test('is 500 with a fixed text for a bug, and reveals nothing', async () => {
    const base = await startGateway()
    const getMenu = async () => {
      throw new Error('SELECT secret FROM users at /srv/app/file.ts:1:1')
    }
    const other = await startGateway({
      services: { ...base.services, themes: { ...base.services.themes, getMenu } },
    })
    const answer = await other.ask('GET', '/api/menu')
    expect(answer.status).toBe(500)
    expect(answer.body).toMatchObject({
      success: false,
      error: 'Internal server error',
      code: 'INTERNAL_ERROR',
    })
    expect(answer.text).not.toContain('secret')
    await Promise.all([base.stop(), other.stop()])
  })

  test('is 503 with Retry-After for an unavailable service', async () => {
    const answer = await gateway.ask('GET', '/api/themes/marketplace', { token: gateway.editor.token })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer.body.error).toBe('Unable to connect to marketplace. Please try again later.')
  })

  test('has headers that prevent execution and caching', async () => {
    const { headers } = await gateway.ask('GET', '/api/posts')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-powered-by')).toBeNull()
  })
})
