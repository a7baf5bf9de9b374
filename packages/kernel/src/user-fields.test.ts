import { describe, expect, it } from 'vitest'
import { isEmail, isPassword, isUsername } from './user-fields.ts'

const atoms64 = 'a'.repeat(64)

describe('fields of a user (contract.md#user-fields)', () => {
  it.each([
    'a@b',
    'ada@example.org',
    "o'hara+news@mail.example.org",
    'admin@localhost.localdomain',
    `${atoms64}@b`,
  ])('accepts the address %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    '',
    'a',
    '@b',
    'a@',
    'a@b@c',
    'a b@c',
    '.a@b',
    'a..b@c',
    'a@-b',
    'a@b-',
    'a@b..c',
    'a@b_c',
    'ä@b',
    '"a"@b',
    `${atoms64}a@b`,
    `a@${'b.'.repeat(130)}c`,
  ])('refuses the address %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it('measures the length of a password in code points', () => {
    expect(
      ['😀'.repeat(7), '😀'.repeat(8), '😀'.repeat(200), '😀'.repeat(201), 'x'.repeat(401)].map(isPassword),
    ).toEqual([false, true, true, false, false])
  })

  it('accepts 2 to 64 letters, digits, dots, underscores and hyphens as a username', () => {
    expect(['ab', 'A.b_c-9', 'x'.repeat(64)].map(isUsername)).toEqual([true, true, true])
    expect(['a', 'a b', 'ä1', 'a@b', 'ab\n', 'x'.repeat(65)].map(isUsername)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})
