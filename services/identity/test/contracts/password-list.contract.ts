import { expect, it } from 'vitest'
import type { CommonPasswords } from '../../src/core/ports.ts'

/** Contract of CommonPasswords. */
export function commonPasswordsContract(open: () => CommonPasswords): void {
  const areCommon = (passwords: readonly string[]) => {
    const common = open()
    return Promise.all(passwords.map((password) => common.isCommon(password)))
  }

  it('finds the most common passwords, case-insensitive', async () => {
    const passwords = ['password', 'PassWord', 'password1', '12345678', 'qwertyuiop', 'ILOVEYOU']
    expect(await areCommon(passwords)).toEqual(passwords.map(() => true))
  })

  it('finds no other passwords', async () => {
    const passwords = [
      '',
      'correct horse',
      'eight888',
      'admin-password',
      'password-of-a-writer',
      'constructor',
      '__proto__',
    ]
    expect(await areCommon(passwords)).toEqual(passwords.map(() => false))
  })
}
