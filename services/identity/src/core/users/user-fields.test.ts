import { describe, expect, it } from 'vitest'
import { userFieldErrors } from './user-fields.ts'

const paths = (fields: Parameters<typeof userFieldErrors>[0]) =>
  userFieldErrors(fields).map(({ path }) => path)

describe('the fields of a user', () => {
  it.each(['ab', 'A.b_c-9', 'x'.repeat(64)])('have a username like %s', (username) =>
    expect(paths({ username })).toEqual([]),
  )
  it.each(['', 'a', 'x'.repeat(65), 'two words', 'a@b', 'new\nline', 'ends\n', 'müller', 'a\0b'])(
    'have no username like %j',
    (username) => expect(paths({ username })).toEqual(['username']),
  )

  it.each(['a@b.test', 'first.last+tag@sub.example.test', "o'neil@example.test", 'admin@localhost'])(
    'have an email like %s',
    (email) => expect(paths({ email })).toEqual([]),
  )
  it.each([
    '',
    'plain',
    'a@',
    '@b.test',
    'a b@b.test',
    'a@b.test, c@d.test',
    'a@@b.test',
    'a@b@c.test',
    '.a@b.test',
    'a..b@b.test',
    'a@-b.test',
    'a@b..test',
    'a@b.test\n',
    `${'x'.repeat(65)}@b.test`,
    `a@${'x'.repeat(64)}.test`,
    `a@${'x.'.repeat(126)}xx`,
  ])('have no email like %j', (email) => expect(paths({ email })).toEqual(['email']))

  it('have a password of 8 to 200 code points', () => {
    expect(
      ['x'.repeat(8), 'x'.repeat(200), '😀'.repeat(8), '😀'.repeat(200)].flatMap((password) =>
        paths({ password }),
      ),
    ).toEqual([])
    expect(
      ['', 'x'.repeat(7), '😀'.repeat(7), 'x'.repeat(201), '😀'.repeat(201)].map((password) =>
        paths({ password }),
      ),
    ).toEqual(Array(5).fill(['password']))
  })

  it('have one of two roles', () => {
    expect(['admin', 'editor'].flatMap((role) => paths({ role }))).toEqual([])
    expect(['', 'Admin', 'owner'].map((role) => paths({ role }))).toEqual(Array(3).fill(['role']))
  })

  it('report all errors together, and none for absent fields', () => {
    expect(paths({ username: 'a b', email: 'x', password: 'short', role: 'owner' })).toEqual([
      'username',
      'email',
      'password',
      'role',
    ])
    expect(paths({})).toEqual([])
  })
})
