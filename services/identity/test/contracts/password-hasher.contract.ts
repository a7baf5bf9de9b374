import { expect, it } from 'vitest'
import type { PasswordHasher } from '../../src/core/ports.ts'

/** What every PasswordHasher promises. */
export function passwordHasherContract(open: () => PasswordHasher): void {
  it('knows the password again, and no other', async () => {
    const hasher = open()
    for (const password of ['correct horse', ' pass word ', 'zwölf 😀 boxing', 'x'.repeat(200), 'nul\0inside']) {
      const hash = await hasher.hash(password)
      expect(await hasher.verify(hash, password)).toBe(true)
      expect(await hasher.verify(hash, `${password}x`)).toBe(false)
      expect(await hasher.verify(hash, '')).toBe(false)
    }
  })

  it('makes another hash of the same password each time', async () => {
    const hasher = open()
    expect(await hasher.hash('correct horse')).not.toBe(await hasher.hash('correct horse'))
  })

  it('finds no password right where there is no hash', async () => {
    for (const password of ['', 'correct horse', 'undefined']) expect(await open().verify(undefined, password)).toBe(false)
  })
}
