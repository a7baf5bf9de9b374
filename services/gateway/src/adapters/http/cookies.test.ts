import { expect, test } from 'vitest'
import { signedCookies } from './cookies.ts'

const pair = (line: string) => line.split(';')[0] ?? ''

test('a cookie signed with an older secret is still taken, one of a secret that is gone is not', () => {
  const signed = pair(signedCookies(['the old secret']).setSession('token', 60, false))
  expect(signedCookies(['the new secret', 'the old secret']).readSession(signed)).toBe('token')
  expect(signedCookies(['the new secret']).readSession(signed)).toBe('bad')
})

test('the signature of one cookie does not fit the other', () => {
  const cookies = signedCookies(['a secret'])
  const device = pair(cookies.setDevice('value', false)).replace('typecaseDevice', 'authToken')
  expect(cookies.readSession(device)).toBe('bad')
})

test('a quoted value is taken without its quotes, a doubled name is refused', () => {
  const cookies = signedCookies(['a secret'])
  const [name, value] = pair(cookies.setSession('token', 60, false)).split('=')
  expect(cookies.readSession(`x=1; ${name}="${value}"; y`)).toBe('token')
  expect(cookies.readSession(`${name}=${value}; ${name}=${value}`)).toBe('bad')
  expect(cookies.readSession('other=1')).toBeUndefined()
  expect(cookies.readSession(undefined)).toBeUndefined()
})
