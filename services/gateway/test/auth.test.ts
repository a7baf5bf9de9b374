import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())
const password = 'correct horse'
const login = (username: string, usedPassword = password, cookie?: string) =>
  gateway.ask('POST', '/api/auth/login', { json: { username, password: usedPassword }, cookie })
const cookieOf = (setCookie: string[], name: string) => setCookie.find((line) => line.startsWith(`${name}=`))
const pair = (line: string | undefined) => (line ?? '').split(';')[0] ?? ''
let count = 0
const newUser = () => {
  const user = gateway.services.identity.addUser(`someone-${++count}`, 'editor', password)
  return { user, token: gateway.services.identity.openSession(user) }
}

const sessionCookie = async (username: string) =>
  pair(cookieOf((await login(username)).headers.getSetCookie(), 'authToken'))
describe('login', () => {
  test('returns user, token and expiresAt, and sets the cookies of the session and the device', async () => {
    const { user } = newUser()
    const answer = await login(user.username)
    expect(answer.status).toBe(200)
    const data = answer.body.data as { user: object; token: string; expiresAt: number }
    expect(Object.keys(data).toSorted()).toEqual(['expiresAt', 'token', 'user'])
    expect(Object.keys(data.user).toSorted()).toEqual(['createdAt', 'email', 'id', 'role', 'username'])
    const cookies = answer.headers.getSetCookie()
    expect(cookieOf(cookies, 'authToken')).toMatch(
      /; Max-Age=86(400|399); Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(cookieOf(cookies, 'typecaseDevice')).toMatch(
      /; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  test('sets cookies with the prefix __Host- if the client uses https', async () => {
    const https = await startGateway({ publicOrigin: 'https://cms.example' })
    const secure = await startGateway({ trustProxy: 1 })
    secure.services.identity.addUser('someone', 'editor', password)
    const answer = await secure.ask('POST', '/api/auth/login', {
      json: { username: 'someone', password },
      headers: { 'x-forwarded-proto': 'https' },
    })
    const lines = answer.headers.getSetCookie()
    for (const line of lines) expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(lines.map((line) => line.split('=')[0])).toEqual(['__Host-authToken', '__Host-typecaseDevice'])
    const headers = { 'x-forwarded-proto': 'https' }
    const me = (cookie: string) => secure.ask('GET', '/api/users/me', { cookie, headers })
    expect((await me(`authToken=tossed; ${pair(lines[0])}`)).status).toBe(200)
    expect((await me(pair(lines[0]).replace('__Host-', ''))).status).toBe(401)
    expect((await secure.ask('GET', '/api/users/me', { cookie: pair(lines[0]) })).status).toBe(401)
    expect((await https.ask('GET', '/api/posts')).headers.get('strict-transport-security')).toContain(
      'max-age',
    )
    await Promise.all([https.stop(), secure.stop()])
  })

  test.each([
    {},
    { username: 'x' },
    { username: '', password: 'x' },
    { username: 5, password: 'x' },
    { username: ['x'], password: 'x' },
    [],
    'x',
  ])('%j is 400', async (json) => {
    expect((await gateway.ask('POST', '/api/auth/login', { json })).status).toBe(400)
  })

  test('rejects a form, and creates no session', async () => {
    const body = new URLSearchParams({ username: newUser().user.username, password })
    const answer = await gateway.ask('POST', '/api/auth/login', { body })
    expect(answer.status).toBe(415)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('the headers describe the lockout of the username, but the body does not', async () => {
    const { username } = newUser().user
    const answers = []
    for (let n = 0; n < 5; n++) answers.push(await login(username, 'wrong'))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429])
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
    ])
    const locked = answers[4]!
    expect(locked.headers.get('x-ratelimit-limit')).toBe('5')
    expect(locked.headers.get('retry-after')).toBe('900')
    expect(Number(locked.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 + 800)
    expect(Object.keys(locked.body).toSorted()).toEqual(['code', 'error', 'requestId', 'success'])
  })

  test.each([[{}], [{ password: '' }], [{ password: null }], [{ password: 'x'.repeat(10_001) }]])(
    'the headers describe the lockout of the username, even if the request also has %j',
    async (rest) => {
      const { username } = newUser().user
      await login(username, 'wrong')
      const answer = await gateway.ask('POST', '/api/auth/login', { json: { username, ...rest } })
      expect([
        answer.status,
        answer.headers.get('x-ratelimit-limit'),
        answer.headers.get('x-ratelimit-remaining'),
      ]).toEqual([400, '5', '4'])
    },
  )

  test.each([{}, { username: ' ' }, { username: 5 }, 'x'])(
    'without a username, the headers describe the general rate limit: %j',
    async (json) => {
      const answer = await gateway.ask('POST', '/api/auth/login', { json })
      expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([400, '100000'])
    },
  )

  test('credentials in the request are ignored', async () => {
    const { user } = newUser()
    const answer = await gateway.ask('POST', '/api/auth/login', {
      json: { username: user.username, password },
      token: 'nonsense',
      cookie: 'authToken=forged',
    })
    expect(answer.status).toBe(200)
  })

  test('a signed device cookie is sent to identity, but a forged one is not', async () => {
    const { username } = newUser().user
    const device = pair(cookieOf((await login(username)).headers.getSetCookie(), 'typecaseDevice'))
    for (let n = 0; n < 5; n++) await login(username, 'wrong')
    expect((await login(username)).status).toBe(429)
    expect((await login(username, password, `${device}x`)).status).toBe(429)
    expect((await login(username, 'wrong', `typecaseDevice=tossed; ${device}`)).status).toBe(401)
    expect((await login(username, password, device)).status).toBe(200)
  })
})

describe('cross-origin', () => {
  const newPost = { metadata: { title: 'By cookie' } }
  const act = async (headers: Record<string, string>) => {
    const cookie = await sessionCookie(newUser().user.username)
    return gateway.ask('POST', '/api/posts', {
      cookie,
      headers,
      json: { ...newPost, metadata: { title: `Title ${++count}` } },
    })
  }

  test.each<[string, Record<string, string>]>([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['same-site with our origin', { 'sec-fetch-site': 'same-site', origin: 'SELF' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a null origin', { origin: 'null' }],
    ['neither header', {}],
  ])('a change with the session cookie is rejected with 403: %s', async (_name, headers) => {
    const sent = headers.origin === 'SELF' ? { ...headers, origin: gateway.origin } : headers
    const answer = await act(sent)
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe('CROSS_ORIGIN')
  })

  test('a request with the session cookie from the same origin may change state', async () => {
    expect((await act({ origin: gateway.origin })).status).toBe(201)
    expect((await act({ 'sec-fetch-site': 'same-origin' })).status).toBe(201)
    expect((await act({ 'sec-fetch-site': 'none', origin: gateway.origin })).status).toBe(201)
  })

  test('another origin may read with the cookie, and change state with a bearer token', async () => {
    const cookie = await sessionCookie(newUser().user.username)
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await gateway.ask('GET', '/api/settings', { cookie, headers })).status).toBe(200)
    const answer = await gateway.ask('POST', '/api/posts', {
      token: gateway.editor.token,
      headers,
      json: { metadata: { title: 'By bearer' } },
    })
    expect(answer.status).toBe(201)
  })

  test('every state-changing route rejects the session cookie from another origin', async () => {
    const cookie = await sessionCookie(gateway.admin.user.username)
    const unsafe = gateway.routes.filter(({ method, access }) => method !== 'GET' && access !== 'open')
    expect(unsafe.length).toBeGreaterThan(20)
    for (const { method, path } of unsafe) {
      const answer = await gateway.ask(method, path.replaceAll(/\{\w+\}/g, 'x'), {
        cookie,
        headers: { 'sec-fetch-site': 'same-site' },
      })
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'CROSS_ORIGIN'])
    }
  })
})

describe('access', () => {
  test('every route admits exactly the roles that it declares', async () => {
    const passes = (status: number) => status !== 401 && status !== 403
    for (const { method, path, access } of gateway.routes) {
      if (access === 'open' || access === 'token' || !path.startsWith('/api')) continue
      const at = path.replaceAll(/\{\w+\}/g, 'x')
      const statuses = []
      for (const token of [undefined, gateway.editor.token, gateway.admin.token])
        statuses.push((await gateway.ask(method, at, { token })).status)
      const expected = {
        public: [true, true, true],
        user: [false, true, true],
        admin: [false, false, true],
        'admin-or-self': [false, false, true],
      }[access]
      expect([method, path, ...statuses.map(passes)], statuses.join()).toEqual([method, path, ...expected])
    }
  })

  test('an editor may read its own account, and no other', async () => {
    const { user, token } = newUser()
    expect((await gateway.ask('GET', `/api/users/${user.id}`, { token })).status).toBe(200)
    expect((await gateway.ask('GET', `/api/users/${gateway.admin.user.id}`, { token })).status).toBe(403)
    expect((await gateway.ask('GET', '/api/users/unknown', { token })).status).toBe(403)
  })

  test('editors get a reason why they cannot generate', async () => {
    const answer = await gateway.ask('POST', '/api/static/generate', { token: gateway.editor.token })
    expect(answer.body.error).toBe('Only administrators can generate static sites')
  })

  test('drafts require a token', async () => {
    expect((await gateway.ask('GET', '/api/posts?status=draft')).status).toBe(401)
    expect((await gateway.ask('GET', '/api/pages?status=draft')).status).toBe(401)
    expect(
      (await gateway.ask('GET', '/api/posts?status=draft', { token: gateway.editor.token })).status,
    ).toBe(200)
  })
})
