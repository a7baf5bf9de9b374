import { describe, expect, it } from 'vitest'
import { zxcvbnCommonPasswords } from '../../adapters/zxcvbn/password-list.ts'
import { passwordProblems } from './password-rules.ts'

const common = zxcvbnCommonPasswords()
const owner = { username: 'Christopher', email: 'chris.smith@example.test' }
const messageOf = async (password: string) =>
  (await passwordProblems(common, password, owner))[0]?.message ?? 'accepted'

describe('a new password', () => {
  it.each([
    'password',
    'Password',
    'PASSWORD1',
    'password1',
    'iloveyou',
    'P@ssw0rd',
    'letmein1',
    'administrator',
    'password!',
    'passwort',
  ])('that is as common as %s is refused', async (password) =>
    expect(await messageOf(password)).toMatch(/^This password is one of the most common ones\. Choose/),
  )

  it.each([
    '11111111',
    'aaaaaaaaaaaaaaa',
    '12345678',
    '1234567890',
    '87654321',
    '90123456',
    'abcdefgh',
    'ZYXWVUTS',
    'qwertyuiop',
    'lkjhgfdsa',
  ])('that is a pattern like %s is refused', async (password) =>
    expect(await messageOf(password)).toMatch(/^This password is a simple pattern\. Choose/),
  )

  it.each([
    'christopher',
    'CHRISTOPHER',
    'christopher2026',
    '!christopher-12',
    'chris.smith',
    'Chris.Smith1',
    'chris.smith@example.test',
  ])('that resembles the username or email, like %s, is refused', async (password) =>
    expect(await messageOf(password)).toMatch(
      /^This password is too similar to the username or email\. Choose/,
    ),
  )

  it.each([
    'correct horse',
    'another horse',
    'eight888',
    'x'.repeat(16),
    'x'.repeat(200),
    '1234567890123456',
    'christopher walks home',
    'admin-password',
    '😀🎈🚀🌍🍕🐴🔋📎',
  ])('like %s is accepted', async (password) => expect(await messageOf(password)).toBe('accepted'))

  it('of a wrong length has no error here, because the check of the field rejects it', async () => {
    expect(await Promise.all(['', '1111111', 'x'.repeat(201)].map(messageOf))).toEqual(
      Array(3).fill('accepted'),
    )
  })

  it('may contain a very short name', async () => {
    expect(await passwordProblems(common, 'ab-ab-ab', { username: 'ab', email: 'ab@example.test' })).toEqual(
      [],
    )
  })
})
