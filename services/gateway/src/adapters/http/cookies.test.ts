import { describe, expect, test } from 'vitest'
import { type Cookies, signedCookies } from './cookies.ts'

const pair = (line: string | undefined) => (line ?? '').split(';')[0] ?? ''
const cookies = signedCookies(['a secret'])
const lines = (from: Cookies, token: string, secure = false, header?: string) =>
  from.login({ token, maxAgeSeconds: 60, deviceId: `device-of-${token}` }, header, secure)
const sessionOf = (token: string, secure = false, from = cookies) => pair(lines(from, token, secure)[0])
const deviceOf = (token: string, secure = false) => pair(lines(cookies, token, secure)[1])

test('a cookie signed with an older secret is accepted, but not one signed with a removed secret', () => {
  const signed = sessionOf('token', false, signedCookies(['the old secret']))
  expect(signedCookies(['the new secret', 'the old secret']).readSessions(signed, false)).toEqual(['token'])
  expect(signedCookies(['the new secret']).readSessions(signed, false)).toEqual([])
})

test('the signature of one cookie is not valid for another', () => {
  const device = deviceOf('token')
  expect(cookies.readSessions(device.replace('typecaseDevice', 'authToken'), false)).toEqual([])
  expect(cookies.readSessions(`__Host-${sessionOf('token')}`, true)).toEqual([])
})

test('a quoted value is read without its quotes; other cookies are ignored', () => {
  const [name, value] = sessionOf('token').split('=')
  expect(cookies.readSessions(`x=1; ${name}="${value}"; y`, false)).toEqual(['token'])
  expect(cookies.readSessions('other=1', false)).toBeUndefined()
  expect(cookies.readSessions(undefined, false)).toBeUndefined()
})

describe('several cookies of one name', () => {
  test('are read from the shortest path to the longest, and forged ones are ignored', () => {
    const header = `authToken=forged; ${sessionOf('tossed')}; authToken=; ${sessionOf('own')}; ${sessionOf('own')}`
    expect(cookies.readSessions(header, false)).toEqual(['own', 'tossed'])
    expect(cookies.readDevice(`typecaseDevice=x; ${deviceOf('tossed')}; ${deviceOf('own')}`, false)).toBe(
      'device-of-own',
    )
  })

  test('result in at most 8 sessions, the last cookie first', () => {
    const header = Array.from({ length: 100 }, (_, n) => sessionOf(`token-${n}`)).join('; ')
    expect(cookies.readSessions(header, false)).toEqual(
      Array.from({ length: 8 }, (_, n) => `token-${99 - n}`),
    )
  })
})

describe('on https', () => {
  test('the cookies have the prefix __Host- and the attribute Secure', () => {
    const bound = '; Path=/; HttpOnly; Secure; SameSite=Strict'
    const [session = '', device = '', ...others] = lines(cookies, 'token', true)
    expect(session).toMatch(/^__Host-authToken=token\.[\w-]+; Max-Age=60/)
    expect(device).toMatch(/^__Host-typecaseDevice=device-of-token\.[\w-]+; Max-Age=31536000/)
    for (const line of [session, device]) expect(line).toContain(bound)
    expect(others).toEqual([])
  })

  test('a plain cookie counts only if no prefixed one is valid', () => {
    const plain = `${sessionOf('plain')}; ${deviceOf('plain')}`
    const bound = `${sessionOf('bound', true)}; ${deviceOf('bound', true)}`
    expect(cookies.readSessions(`${plain}; ${bound}`, true)).toEqual(['bound'])
    expect(cookies.readDevice(`${bound}; ${plain}`, true)).toBe('device-of-bound')
    expect(cookies.readSessions(plain, true)).toEqual(['plain'])
    expect(cookies.readSessions(`__Host-authToken=forged; ${plain}`, true)).toEqual(['plain'])
    expect(cookies.readSessions(bound, false)).toBeUndefined()
  })
})

describe('cookies set by another origin on the host', () => {
  const expired = (set: readonly string[]) =>
    set
      .filter((line) => line.includes('=; Max-Age=0'))
      .map((line) => line.replace(/=.*Path=/, ' ').split(';')[0])

  test('are expired at login and logout, in lines after the session cookie', () => {
    const header = `${sessionOf('tossed')}; ${sessionOf('own')}`
    const [first, second, ...rest] = lines(cookies, 'new', false, header)
    expect([pair(first), pair(second)]).toEqual([sessionOf('new'), deviceOf('new')])
    expect(expired(rest)).toEqual(
      expect.arrayContaining(['authToken /api', 'authToken /api/', 'authToken /admin']),
    )
    expect(expired(rest)).not.toContain('authToken /')
    expect(expired(cookies.logout(header, false))).toEqual(
      expect.arrayContaining(['authToken /', 'authToken /api']),
    )
    expect(expired(lines(cookies, 'new', false, 'typecaseDevice=forged'))).toContain('typecaseDevice /api')
  })

  test('on https include all unprefixed cookies, even those at the root path', () => {
    expect(expired(lines(cookies, 'new', true, sessionOf('plain')))).toEqual(
      expect.arrayContaining(['authToken /', 'authToken /api']),
    )
  })

  test('are not expired if the request has only valid cookies', () => {
    expect(lines(cookies, 'new', false, `${sessionOf('old')}; ${deviceOf('old')}; a=b`)).toHaveLength(2)
    expect(cookies.logout(sessionOf('old', true), true)).toHaveLength(1)
  })
})
