import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())
const password = 'correct horse'
const login = (username: string, given = password, cookie?: string) =>
  gateway.ask('POST', '/api/auth/login', { json: { username, password: given }, cookie })
const cookieOf = (setCookie: string[], name: string) => setCookie.find((line) => line.startsWith(`${name}=`))
const pair = (line: string | undefined) => (line ?? '').split(';')[0] ?? ''
let made = 0
const someone = () => {
  const user = gateway.services.identity.addUser(`someone-${++made}`, 'editor', password)
  return { user, token: gateway.services.identity.openSession(user) }
}

const sessionCookie = async (username: string) =>
  pair(cookieOf((await login(username)).headers.getSetCookie(), 'authToken'))
describe('sessions', () => {
  test.each(['Bearer', 'bearer', 'BEARER'])('the scheme %s is accepted', async (scheme) => {
    const answer = await gateway.ask('GET', '/api/users/me', {
      headers: { authorization: `${scheme} ${gateway.editor.token}` },
    })
    expect(answer.status).toBe(200)
  })

  test('an invalid bearer token is 401, also with a valid cookie and on public routes', async () => {
    const cookie = await sessionCookie(someone().user.username)
    expect((await gateway.ask('GET', '/api/users/me', { cookie })).status).toBe(200)
    expect((await gateway.ask('GET', '/api/users/me', { cookie, token: 'nonsense' })).status).toBe(401)
    expect((await gateway.ask('GET', '/api/posts', { token: 'nonsense' })).status).toBe(401)
    expect(
      (await gateway.ask('GET', '/api/posts', { headers: { authorization: 'Basic eDp5' } })).status,
    ).toBe(401)
  })

  test('a changed or unsigned cookie is 401', async () => {
    const cookie = await sessionCookie(someone().user.username)
    const value = cookie.slice('authToken='.length)
    const token = value.slice(0, value.lastIndexOf('.'))
    for (const bad of [
      `authToken=${token}`,
      `authToken=${token}.`,
      `authToken=x${value}`,
      `authToken=${value.slice(0, -3)}`,
      `authToken=x${value}; authToken=`,
    ]) {
      expect((await gateway.ask('GET', '/api/users/me', { cookie: bad })).status, bad).toBe(401)
    }
    expect((await gateway.ask('GET', '/api/users/me', { cookie: `a=b; ${cookie}; c=d` })).status).toBe(200)
  })

  test('cookies with the same name from another origin of the host do not lock the user out', async () => {
    const { user } = someone()
    const own = await sessionCookie(user.username)
    const ended = await sessionCookie(user.username)
    await gateway.ask('POST', '/api/auth/logout', { cookie: ended, headers: { origin: gateway.origin } })
    for (const cookie of [
      `authToken=x; ${own}`,
      `${own}; authToken=x`,
      `authToken=; ${ended}; ${own}`,
      `${own}; ${ended}`,
    ]) {
      const answer = await gateway.ask('GET', '/api/users/me', { cookie })
      expect([answer.status, (answer.body.data as { id?: string } | undefined)?.id], cookie).toEqual([
        200,
        user.id,
      ])
    }
  })

  test('login and logout expire such cookies', async () => {
    const { username } = someone().user
    const lines = (await login(username, password, 'authToken=x')).headers.getSetCookie()
    expect(lines[0]).toMatch(/^authToken=[^;]+\.[^;]+; Max-Age=86/)
    expect(lines).toContain('authToken=; Max-Age=0; Path=/api; HttpOnly; SameSite=Strict')
    const out = { cookie: `authToken=x; ${pair(lines[0])}`, headers: { origin: gateway.origin } }
    const cleared = (await gateway.ask('POST', '/api/auth/logout', out)).headers.getSetCookie()
    expect(cleared[0]).toBe('authToken=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict')
    expect(cleared).toContain('authToken=; Max-Age=0; Path=/api; HttpOnly; SameSite=Strict')
  })

  test('nothing is cached: an ended session is rejected immediately', async () => {
    const { token } = someone()
    expect((await gateway.ask('GET', '/api/users/me', { token })).status).toBe(200)
    await gateway.services.identity.logout({ token })
    expect((await gateway.ask('GET', '/api/users/me', { token })).status).toBe(401)
  })
})

describe('logout', () => {
  test('ends the session of the bearer or the cookie, and clears the cookie', async () => {
    const { user, token } = someone()
    expect((await gateway.ask('POST', '/api/auth/logout', { token })).status).toBe(200)
    expect((await gateway.ask('POST', '/api/auth/logout', { token })).status).toBe(401)
    const cookie = await sessionCookie(user.username)
    const answer = await gateway.ask('POST', '/api/auth/logout', {
      cookie,
      headers: { origin: gateway.origin },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([
      'authToken=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ])
    expect((await gateway.ask('GET', '/api/users/me', { cookie })).status).toBe(401)
  })

  test('without a token is 400', async () => {
    const answer = await gateway.ask('POST', '/api/auth/logout')
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBe('No token provided')
  })
})
