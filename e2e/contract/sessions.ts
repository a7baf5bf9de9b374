/** Tests of docs/contract.md, "Authentication" and "Users". */
import { describe, expect, it } from 'vitest'
import { apiClient, loggedIn } from '../api.ts'
import { administrator } from '../process.ts'
import { one } from './one-system.ts'

const anonymous = () => apiClient(one.system.apiUrl)
const password = 'a long enough passphrase'
const login = (json: object, headers: Record<string, string> = {}) =>
  anonymous().request('POST', '/api/auth/login', { json, headers })
let count = 0

async function newUser(role = 'editor') {
  const username = `user-${++count}`
  const json = { username, email: `${username}@example.org`, password, role }
  const { body } = await one.api.ok('POST', '/api/users', { json })
  return { id: String(body.data?.id), username, password }
}

const cookieOf = async (user: { username: string; password: string }) => {
  const { headers } = await login(user)
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

describe('first-start', () => {
  it('creates an administrator with the password from the environment, not with a default one', async () => {
    expect((await one.api.request('GET', '/api/users/me')).body.data).toMatchObject({
      username: 'admin',
      role: 'admin',
    })
    expect(await login({ username: 'admin', password: 'admin' })).toMatchObject({ status: 401 })
  })
})

describe('login', () => {
  it('rejects missing fields, and responds to an unknown username as to a wrong password', async () => {
    expect(await login({ username: 'admin' })).toMatchObject({ status: 400 })
    expect(await login({ username: 'admin', password: 7 })).toMatchObject({ status: 400 })
    const unknown = await login({ username: 'no-such-user', password })
    expect(unknown).toMatchObject({ status: 401, body: { error: 'Invalid username or password' } })
    const known = await newUser()
    expect((await login({ ...known, password: 'not this one' })).body.error).toBe(unknown.body.error)
  })
})

describe('sessions', () => {
  it('have a token and a cookie, and end at logout', async () => {
    const user = await newUser()
    const answer = await login(user)
    expect(answer.body.data).toMatchObject({ token: expect.any(String), expiresAt: expect.any(Number) })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('authToken=')) ?? ''
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=86400'])
      expect(cookie).toContain(part)
    const session = apiClient(one.system.apiUrl, String(answer.body.data?.token))
    expect((await session.request('POST', '/api/auth/logout')).status).toBe(200)
    expect((await session.request('GET', '/api/users/me')).status).toBe(401)
    expect((await session.request('POST', '/api/auth/logout')).status).toBe(401)
    expect(await anonymous().request('POST', '/api/auth/logout')).toMatchObject({
      status: 400,
      body: { error: 'No token provided' },
    })
  })
})

describe('credentials', () => {
  it('in the Authorization header take precedence over the cookie', async () => {
    const cookie = await cookieOf(administrator)
    const me = (headers: Record<string, string>) => anonymous().request('GET', '/api/users/me', { headers })
    expect((await me({ cookie })).status).toBe(200)
    expect((await me({ cookie, authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await me({ authorization: `bEARER ${one.api.token}` })).status).toBe(200)
    expect((await login(administrator, { authorization: 'Bearer wrong' })).status).toBe(200)
  })
})

describe('public-endpoints', () => {
  it('need no credentials for published content, but verify credentials that a request has', async () => {
    const { body } = await one.api.ok('POST', '/api/posts', { json: { metadata: { title: 'Draft' } } })
    expect((await anonymous().request('GET', `/api/posts/${body.id}`)).status).toBe(404)
    expect((await anonymous().request('GET', '/api/posts?status=draft')).status).toBe(401)
    for (const path of ['/api/posts', '/api/pages', '/api/menu', '/api/themes/active']) {
      expect((await anonymous().request('GET', path)).status).toBe(200)
      expect((await apiClient(one.system.apiUrl, 'wrong').request('GET', path)).status).toBe(401)
    }
    expect((await anonymous().request('GET', '/api/settings')).status).toBe(401)
  })
})

describe('cross-origin-requests', () => {
  it('that carry the cookie are rejected, even from the same site', async () => {
    const cookie = await cookieOf(administrator)
    const change = (headers: Record<string, string>) =>
      anonymous().request('PUT', '/api/settings', {
        json: { siteTitle: 'Same' },
        headers: { cookie, ...headers },
      })
    expect((await change({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await change({ origin: one.system.apiUrl })).status).toBe(200)
    const refused = [
      {},
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]
    for (const headers of refused)
      expect(await change(headers as Record<string, string>)).toMatchObject({
        status: 403,
        body: { code: 'CROSS_ORIGIN' },
      })
  })
})

describe('roles', () => {
  it('let editors write content, but not administer the system', async () => {
    const editor = await loggedIn(one.system.apiUrl, await newUser())
    expect(
      (await editor.request('POST', '/api/posts', { json: { metadata: { title: 'By an editor' } } })).status,
    ).toBe(201)
    expect((await editor.request('PUT', '/api/settings', { json: { siteTitle: 'Same' } })).status).toBe(200)
    for (const json of [{ staticOutputDir: 'other' }, { allowRawHtml: true }])
      expect((await editor.request('PUT', '/api/settings', { json })).status).toBe(403)
    expect((await editor.request('GET', '/api/users')).status).toBe(403)
    expect(await editor.request('POST', '/api/static/generate')).toMatchObject({
      status: 403,
      body: { error: 'Only administrators can generate static sites' },
    })
  })
})

describe('login-lockout', () => {
  it('starts at the fifth failed login, even if concurrent, but not for a known device', async () => {
    const user = await newUser()
    const device = await cookieOf(user)
    const wrong = { username: user.username, password: 'not this one' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(wrong)))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(4)
    const locked = await login({ ...user, username: user.username.toUpperCase() })
    expect(locked).toMatchObject({ status: 429, body: { code: 'ACCOUNT_LOCKED' } })
    expect(locked.body.error).toMatch(/^Account temporarily locked\. Try again in \d+ minutes?\.$/)
    expect(locked.headers.get('x-ratelimit-limit')).toBe('5')
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await login(user, { cookie: device })).status).toBe(200)
  })
})

describe('user-fields', () => {
  it.each([
    [{ username: 'x' }, 'username'],
    [{ username: 'with blank' }, 'username'],
    [{ email: 'nowhere' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ role: 'owner' }, 'role'],
  ])('are rejected if they are invalid: %j', async (wrong, path) => {
    const json = { username: 'someone', email: 'someone@example.org', password, ...wrong }
    const answer = await one.api.request('POST', '/api/users', { json })
    expect(answer).toMatchObject({ status: 400, body: { details: [expect.objectContaining({ path })] } })
  })
})

describe('user-profiles', () => {
  it('let every user read the display names of all users', async () => {
    const user = await newUser()
    await one.api.ok('PUT', `/api/users/${user.id}`, { json: { displayName: 'A Name' } })
    const editor = await loggedIn(one.system.apiUrl, user)
    expect((await editor.ok('GET', '/api/profiles')).body.data).toEqual(
      expect.arrayContaining([{ username: user.username, displayName: 'A Name' }, { username: 'admin' }]),
    )
  })

  it('are absent until set, updated field by field, and cleared with null', async () => {
    const { id } = await newUser()
    const read = async () => (await one.api.ok('GET', `/api/users/${id}`)).body.data as object
    const before = await read()
    expect(Object.keys(before).sort()).toEqual(['createdAt', 'email', 'id', 'role', 'updatedAt', 'username'])
    const links = [{ title: 'Home', url: 'https://ada.example' }]
    const json = { displayName: 'Ada Lovelace', bio: 'Writes.', links }
    await one.api.ok('PUT', `/api/users/${id}`, { json })
    expect(await read()).toMatchObject(json)
    await one.api.ok('PUT', `/api/users/${id}`, { json: { bio: null, links: null } })
    expect(Object.keys(await read()).sort()).toEqual([...Object.keys(before), 'displayName'].sort())
  })

  it.each([
    [{ displayName: 'x'.repeat(101) }, 'displayName'],
    [{ bio: 7 }, 'bio'],
    [{ avatar: 'no-such-file' }, 'avatar'],
    [{ links: [{ title: 'x', url: 'javascript:alert(1)' }] }, 'links.0.url'],
  ])('are rejected if they are invalid: %j', async (wrong, path) => {
    const { id } = await newUser()
    expect(await one.api.request('PUT', `/api/users/${id}`, { json: wrong })).toMatchObject({
      status: 400,
      body: { details: [expect.objectContaining({ path })] },
    })
  })
})

describe('user-conflicts', () => {
  it('return 500 with the documented message', async () => {
    const { username } = await newUser()
    const json = { username: username.toUpperCase(), email: 'else@example.org', password }
    expect(await one.api.request('POST', '/api/users', { json })).toMatchObject({
      status: 500,
      body: { error: 'Username or email already exists', code: 'DUPLICATE_USER' },
    })
  })
})

describe('own-user', () => {
  it('can be read and changed by an editor, except for the role', async () => {
    const user = await newUser()
    const other = await newUser()
    const editor = await loggedIn(one.system.apiUrl, user)
    expect((await editor.request('GET', `/api/users/${user.id}`)).body.data).not.toHaveProperty('password')
    expect((await editor.request('GET', `/api/users/${other.id}`)).status).toBe(403)
    const change = (json: object) => editor.request('PUT', `/api/users/${user.id}`, { json })
    expect((await change({ role: 'editor', email: 'changed@example.org' })).status).toBe(200)
    expect((await change({ role: 'admin' })).status).toBe(403)
  })
})

describe('password-changes', () => {
  it('end the other sessions of the user', async () => {
    const user = await newUser()
    const session = await loggedIn(one.system.apiUrl, user)
    const json = { password: 'another long passphrase' }
    expect((await one.api.request('PUT', `/api/users/${user.id}`, { json })).status).toBe(200)
    expect((await session.request('GET', '/api/users/me')).status).toBe(401)
  })
})

describe('deleting-users', () => {
  it("ends the user's sessions; is refused for oneself; the last administrator keeps the role", async () => {
    const user = await newUser()
    const session = await loggedIn(one.system.apiUrl, user)
    const remove = (id: string, json?: unknown) =>
      one.api.request('DELETE', `/api/users/${id}`, json ? { json } : {})
    expect((await remove(user.id, 'another-id')).status).toBe(400)
    expect((await remove(user.id, user.id)).status).toBe(200)
    expect((await session.request('GET', '/api/users/me')).status).toBe(401)
    const me = String((await one.api.request('GET', '/api/users/me')).body.data?.id)
    expect(await remove(me)).toMatchObject({ status: 400, body: { code: 'SELF_DELETE' } })
    expect(await one.api.request('PUT', `/api/users/${me}`, { json: { role: 'editor' } })).toMatchObject({
      status: 400,
      body: { code: 'LAST_ADMIN' },
    })
  })
})
