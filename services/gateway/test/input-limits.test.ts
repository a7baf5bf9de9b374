/** Limits of one request, and of the size of its error response. */
import { connect } from 'node:net'
import { AppError, invalid } from '@typecase/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

const mebibyte = 1024 * 1024
/** Bytes of the largest error response. */
const largestError = 64 * 1024

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({ jsonBodyLimit: 4 * mebibyte })
})
afterAll(() => gateway.stop())

const json = { 'content-type': 'application/json' }
const createPost = (body: string, headers = {}) =>
  gateway.ask('POST', '/api/posts', { token: gateway.admin.token, body, headers: { ...json, ...headers } })
let posts = 0
const withExtra = (extra: string) => `{"metadata":{"title":"Post ${posts++}","extra":${extra}}}`
const zeros = (count: number) => `[${'0,'.repeat(count - 1)}0]`

describe('JSON', () => {
  test('names are limited to 1000 characters, so that paths stay short', async () => {
    expect((await createPost(withExtra(`{"${'n'.repeat(1000)}":1}`))).status).toBe(201)
    const answer = await createPost(withExtra(`{"${'n'.repeat(1001)}":1}`))
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('VALIDATION_ERROR')
    expect(answer.body.details).toEqual([
      { path: 'metadata.extra', message: 'Must not have names longer than 1000 characters' },
    ])
  })

  test('a member name of 1,000,000 characters is rejected, even if its value has 99,000 items', async () => {
    const answer = await createPost(`{"metadata":{"${'n'.repeat(1_000_000)}":${zeros(99_000)}}}`)
    expect([answer.status, answer.body.details?.length]).toEqual([400, 1])
    expect(answer.bytes.length).toBeLessThan(1000)
  })

  test('many values nested in long names are accepted, without building a path for each value', async () => {
    const [open, close] = [`{"${'n'.repeat(1000)}":`.repeat(25), '}'.repeat(25)]
    expect((await createPost(withExtra(open + zeros(190_000) + close))).status).toBe(201)
  })

  test('a number of 120,000 digits is rejected with its path, but 100 characters are accepted', async () => {
    const answer = await createPost(withExtra(`[1,${'1'.repeat(120_000)}]`))
    expect(answer.status).toBe(400)
    expect(answer.body.details).toEqual([
      {
        path: 'metadata.extra.1',
        message: 'Must be a number of at most 100 characters; send longer ones as strings',
      },
    ])
    expect((await createPost(withExtra(`0.${'1'.repeat(98)}`))).status).toBe(201)
    expect((await createPost(withExtra(`0.${'1'.repeat(99)}`))).status).toBe(400)
  })

  test('a list of too many tags or ids results in one error', async () => {
    const answer = await createPost(`{"metadata":{"title":"x","tags":${zeros(190_000)}}}`)
    expect(answer.body.details).toEqual([{ path: 'metadata.tags', message: 'Must have at most 1000 items' }])
    const body = JSON.stringify({ action: 'publish', ids: ['x'.repeat(201)] })
    const bulk = await gateway.ask('POST', '/api/bulk/posts', {
      token: gateway.admin.token,
      body,
      headers: json,
    })
    expect(bulk.body.details).toEqual([{ path: 'ids.0', message: 'Must have at most 200 characters' }])
  })

  test('a body in one-byte chunks is read completely', async () => {
    const bytes = Buffer.from(withExtra(`"${'x'.repeat(10_000)}"`))
    const chunks = Array.from(bytes, (byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('')
    const head = `POST /api/posts HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${gateway.admin.token}\r\n`
    const got = await speak(
      gateway.port,
      `${head}content-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n${chunks}0\r\n\r\n`,
    )
    expect(got).toMatch(/^HTTP\/1\.1 201 /)
  })
})

test('a query is limited to 200 parameters', async () => {
  expect((await gateway.ask('GET', `/api/menu?${'a=1&'.repeat(200)}`)).status).toBe(200)
  const answer = await gateway.ask('GET', `/api/menu?${'a=1&'.repeat(201)}`)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    code: 'VALIDATION_ERROR',
    error: 'The query must not have more than 200 parameters',
  })
})

describe('the body of a request without a token', () => {
  test.each(['/api/auth/login', '/api/setup/account'])('of POST %s is limited to 16 KiB', async (path) => {
    const send = (size: number) =>
      gateway.ask('POST', path, { body: `{"rest":"${'x'.repeat(size - 11)}"}`, headers: json })
    expect((await send(16 * 1024)).status).toBe(400)
    const answer = await send(16 * 1024 + 1)
    expect([answer.status, answer.body.code]).toEqual([413, 'BODY_TOO_LARGE'])
  })

  test('is not read by any other route: 401 is sent before its first byte', async () => {
    const routes = gateway.routes.filter(({ body, upload, access }) => (body || upload) && access !== 'open')
    expect(routes.length).toBeGreaterThan(20)
    for (const { method, path } of routes) {
      const head = `${method} ${path.replaceAll(/\{\w+\}/g, 'x')} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n`
      const got = await speak(gateway.port, `${head}content-type: application/json\r\n\r\n`, 'HTTP/1.1 401 ')
      expect(got, `${method} ${path}`).toMatch(/^HTTP\/1\.1 401 /)
    }
  })
})

describe('an error response', () => {
  const responseTo = async (error: AppError) => {
    const getMenu = async () => {
      throw error
    }
    const { services } = gateway
    const other = await startGateway({ services: { ...services, themes: { ...services.themes, getMenu } } })
    const [plain, problem] = await Promise.all([
      other.ask('GET', '/api/menu'),
      other.ask('GET', '/api/menu', { headers: { accept: 'application/problem+json' } }),
    ])
    await other.stop()
    for (const { bytes } of [plain, problem]) expect(bytes.length).toBeLessThan(largestError)
    expect(problem.body).toMatchObject({
      detail: plain.body.error,
      ...(plain.body.details ? { details: plain.body.details } : {}),
    })
    return plain.body
  }

  test('keeps the beginning and end of long texts, without splitting characters', async () => {
    const long = `start ${'🅰'.repeat(100_000)} end`
    const { error, details } = await responseTo(
      invalid([{ path: `${long}.path`, message: `Must not be ${long}` }], long),
    )
    for (const text of [error as string, details?.[0]?.path ?? '', details?.[0]?.message ?? '']) {
      expect([...text]).toHaveLength(200)
      expect(text.isWellFormed()).toBe(true)
    }
    expect(error).toMatch(/^start 🅰+…🅰+ end$/u)
    expect(details?.[0]?.path).toMatch(/ end\.path$/)
  })

  test('keeps texts of 200 characters', async () => {
    const text = '🅰'.repeat(200)
    expect(await responseTo(invalid([{ path: text, message: text }], text))).toMatchObject({
      error: text,
      details: [{ path: text, message: text }],
    })
  })

  test('reports the number of omitted errors', async () => {
    const { details = [] } = await responseTo(
      invalid(Array.from({ length: 10_000 }, (_, n) => ({ path: `${n}`, message: '\0'.repeat(100) }))),
    )
    expect(details.length).toBeGreaterThan(50)
    expect(details.at(-1)).toEqual({ path: '', message: `and ${10_000 - details.length + 1} further errors` })
  })

  test('shortens other members, and omits those that do not fit', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({ line: n, text: '"'.repeat(2000) }))
    const huge = Object.fromEntries(many.slice(0, 100).map(({ line, text }) => [`n${line}`, text]))
    const fields = { slug: 's'.repeat(100_000), huge, many, last: 1 }
    const body = await responseTo(new AppError('conflict', 'TAKEN', 'Taken', { fields }))
    expect(body.slug).toHaveLength(1000)
    expect((body.many as unknown[]).length).toBeGreaterThan(10)
    expect((body.many as unknown[])[0]).toEqual({ line: 0, text: expect.stringMatching(/^"+…"+$/) })
    expect(body).not.toHaveProperty('huge')
    expect(body.last).toBe(1)
  })

  test('for a theme reports the number of omitted errors', async () => {
    const problems = Array.from({ length: 10_000 }, (_, n) => ({
      path: `${n}.html`,
      message: 'is not closed',
    }))
    const { validationErrors, message } = await responseTo(
      new AppError('invalid', 'THEME_INVALID', 'Theme validation failed', { problems }),
    )
    const texts = validationErrors as string[]
    expect(texts.at(-1)).toBe(`and ${10_000 - texts.length + 1} further errors`)
    expect(message).toContain('10000')
  })
})

describe('the Host header', () => {
  const get = (port: number, lines: readonly string[], target = '/api/menu') =>
    speak(port, [`GET ${target} HTTP/1.1`, ...lines, 'connection: close', '', ''].join('\r\n'))

  test.each([
    ['two values', ['host: a.test', 'host: b.test']],
    ['the same value twice', ['Host: a.test', 'hOST: a.test']],
    ['a path', ['host: a.test/b']],
    ['a user', ['host: user@a.test']],
    ['a list', ['host: a.test, b.test']],
    ['an incomplete IPv6 address', ['host: [::1']],
    ['a non-numeric port', ['host: a.test:x']],
    ['a port that is too high', ['host: a.test:65536']],
  ])('with %s is 400: as JSON from the API, and as text from the site', async (_, lines) => {
    const [api, site] = [await get(gateway.port, lines), await get(gateway.sitePort, lines, '/')]
    expect(api).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(api.slice(api.indexOf('\r\n\r\n')))).toMatchObject({
      success: false,
      code: 'MALFORMED_REQUEST',
    })
    expect(site).toMatch(/^HTTP\/1\.1 400 [\s\S]*content-type: text\/plain[\s\S]*Host/i)
  })

  test.each([
    'a.test',
    'a.test:80',
    'A.test:',
    'a_b.test',
    '127.0.0.1:3000',
    '[::1]:3000',
    'xn--bcher-kva.test',
    '',
  ])('%j is accepted', async (host) => {
    expect(await get(gateway.port, [`host: ${host}`])).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('must match the host of an absolute request URL, and the path of that URL is used', async () => {
    expect(await get(gateway.port, ['host: a.test'], 'http://b.test/api/menu')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await get(gateway.port, ['host: a.test'], 'http://A.test/api/menu?a=b')).toMatch(
      /^HTTP\/1\.1 200 /,
    )
    expect(await get(gateway.port, ['host: a.test'], 'http://a.test?a=b')).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*openapi/,
    )
    expect(await get(gateway.sitePort, ['host: a.test'], 'http://b.test/')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await get(gateway.sitePort, ['host: a.test'], 'http://a.test/nothing')).toMatch(/^HTTP\/1\.1 404 /)
  })
})

/** Sends raw bytes; returns the response until the connection ends, or until it contains `until`. */
function speak(port: number, text: string, until?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      got += chunk
      if (until !== undefined && got.includes(until)) socket.destroy()
    })
    socket.on('close', () => resolve(got)).on('error', reject)
  })
}
