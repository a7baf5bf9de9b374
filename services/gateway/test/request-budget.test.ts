import { connect } from 'node:net'
import { systemClock } from '@typecase/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimiter } from '../src/core/rate-limit.ts'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())

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
describe('errors for which the HTTP parser of Node would send no body', () => {
  const envelopeOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

  test('an unsupported Expect header is 417 in the envelope', async () => {
    const answer = await speak('GET /api/posts HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 417 /)
    expect(envelopeOf(answer)).toMatchObject({
      success: false,
      code: 'EXPECTATION_FAILED',
      requestId: expect.any(String),
    })
  })

  test('a request without Host is 400 in the envelope; HTTP/1.0 needs none', async () => {
    const answer = await speak('GET /api/posts HTTP/1.1\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(envelopeOf(answer)).toMatchObject({
      success: false,
      code: 'MALFORMED_REQUEST',
      requestId: expect.any(String),
    })
    expect(await speak('GET /api/posts HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('the request budget', () => {
  const budget = (headers: Headers) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN))

  test('is reported in every response, including errors and unknown routes', async () => {
    const answers = await Promise.all([
      gateway.ask('GET', '/api/posts'),
      gateway.ask('GET', '/api/nothing'),
      gateway.ask('PATCH', '/api/posts'),
      gateway.ask('GET', '/api/settings'),
      gateway.ask('POST', '/api/auth/login', { json: {} }),
      gateway.ask('GET', '/api/docs'),
    ])
    for (const { headers } of answers)
      for (const value of budget(headers)) expect(value).toBeGreaterThanOrEqual(0)
  })

  test('is per user: when it is used up, only that user receives 429 with Retry-After', async () => {
    const small = await startGateway({ limiter: rateLimiter(3, systemClock) })
    const me = () => small.ask('GET', '/api/users/me', { token: small.editor.token })
    const [first] = [await me(), await me(), await me()]
    expect(budget(first!.headers).slice(0, 2)).toEqual([3, 2])
    const refused = await me()
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ success: false, code: 'RATE_LIMITED' })
    expect(budget(refused.headers)[1]).toBe(0)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await small.ask('GET', '/api/users/me', { token: small.admin.token })).status).toBe(200)
    expect((await small.ask('GET', '/api/posts')).status).toBe(200)
    await small.stop()
  })

  test('belongs to the client behind a trusted proxy, or to the proxy if it is not trusted', async () => {
    const statusesWith = async (trustProxy: number) => {
      const small = await startGateway({ limiter: rateLimiter(1, systemClock), trustProxy })
      const clients = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']
      const statuses = []
      for (const client of clients)
        statuses.push(
          (await small.ask('GET', '/api/posts', { headers: { 'x-forwarded-for': client } })).status,
        )
      await small.stop()
      return statuses
    }
    expect(await statusesWith(1)).toEqual([200, 429, 200, 200, 429, 200])
    expect(await statusesWith(0)).toEqual([200, 429, 429, 429, 429, 429])
  })

  test('is charged to the client address for invalid credentials', async () => {
    const small = await startGateway({ limiter: rateLimiter(2, systemClock) })
    const statuses = []
    for (let n = 0; n < 4; n++)
      statuses.push((await small.ask('GET', '/api/users/me', { token: `wrong-${n}` })).status)
    expect(statuses).toEqual([401, 401, 429, 429])
    await small.stop()
  })
})
