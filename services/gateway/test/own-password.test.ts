import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const password = 'correct horse'
const login = (username: string) => gateway.ask('POST', '/api/auth/login', { json: { username, password } })
const cookieOf = (setCookie: string[], name: string) => setCookie.find((line) => line.startsWith(`${name}=`))
const pair = (line: string | undefined) => (line ?? '').split(';')[0] ?? ''
let count = 0
const newUser = () => {
  const user = gateway.services.identity.addUser(`someone-${++count}`, 'editor', password)
  return { user, token: gateway.services.identity.openSession(user) }
}
const sessionCookie = async (username: string) =>
  pair(cookieOf((await login(username)).headers.getSetCookie(), 'authToken'))

describe('a change of password or email', () => {
  const change = async (json: object, by: 'cookie' | 'bearer') => {
    const { user, token } = newUser()
    const cookie = await sessionCookie(user.username)
    const who = by === 'cookie' ? { cookie, headers: { origin: gateway.origin } } : { token }
    const answer = await gateway.ask('PUT', `/api/users/${user.id}`, { ...who, json })
    return [answer.status, answer.body.code, answer.body.details?.map(({ path }) => path)]
  }
  const required = [400, 'CURRENT_PASSWORD_REQUIRED', ['currentPassword']]
  const wrong = [403, 'WRONG_PASSWORD', ['currentPassword']]
  const done = [200, undefined, undefined]

  test('requires the current password if the session comes from a cookie', async () => {
    expect(await change({ password: 'another horse' }, 'cookie')).toEqual(required)
    expect(await change({ email: 'new@example.test' }, 'cookie')).toEqual(required)
    expect(await change({ password: 'another horse', currentPassword: 'wrong horse' }, 'cookie')).toEqual(
      wrong,
    )
    expect(await change({ password: 'another horse', currentPassword: password }, 'cookie')).toEqual(done)
    expect(await change({ role: 'editor' }, 'cookie')).toEqual(done)
  })

  test('does not require the current password with a bearer token, but rejects a wrong one', async () => {
    expect(await change({ password: 'another horse' }, 'bearer')).toEqual(done)
    expect(await change({ password: 'another horse', currentPassword: 'wrong horse' }, 'bearer')).toEqual(
      wrong,
    )
    expect(await change({ password: 'another horse', currentPassword: 5 }, 'bearer')).toEqual([
      400,
      'VALIDATION_ERROR',
      ['currentPassword'],
    ])
  })

  test('does not require the current password from an administrator who changes another user', async () => {
    const { user } = newUser()
    const admin = gateway.services.identity.addUser(`admin-${++count}`, 'admin', password)
    const cookie = await sessionCookie(admin.username)
    const headers = { origin: gateway.origin }
    const json = { password: 'another horse', email: `other-${count}@example.test` }
    expect((await gateway.ask('PUT', `/api/users/${user.id}`, { cookie, headers, json })).status).toBe(200)
  })
})
