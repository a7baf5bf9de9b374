import { expect, it } from 'vitest'
import type { PasswordHasher } from '../../src/core/ports.ts'

/** Each client waits in a line of its own for the hashing threads. */
const place = { line: 'a client', isTrusted: false }

/** Contract of PasswordHasher. */
export function passwordHasherContract(open: () => PasswordHasher): void {
  it('accepts only the correct password', async () => {
    const hasher = open()
    for (const password of [
      'correct horse',
      ' pass word ',
      'zwölf 😀 boxing',
      'x'.repeat(200),
      'nul\0inside',
    ]) {
      const hash = await hasher.hash(password, place)
      expect(await hasher.verify(hash, password, place)).toBe(true)
      expect(await hasher.verify(hash, `${password}x`, place)).toBe(false)
      expect(await hasher.verify(hash, '', place)).toBe(false)
    }
  })

  it('creates a different hash of the same password each time', async () => {
    const hasher = open()
    expect(await hasher.hash('correct horse', place)).not.toBe(await hasher.hash('correct horse', place))
  })

  it('rejects every password if there is no stored hash', async () => {
    for (const password of ['', 'correct horse', 'undefined'])
      expect(await open().verify(undefined, password, place)).toBe(false)
  })

  it('serves trusted clients and clients with few calls while another client floods the queue', async () => {
    const hasher = open()
    const hash = await hasher.hash('correct horse', place)
    const flood = Promise.allSettled(
      Array.from({ length: 200 }, () => hasher.verify(undefined, 'made up', place)),
    )
    const others = await Promise.all([
      hasher.verify(hash, 'correct horse', { line: 'a quiet client', isTrusted: false }),
      hasher.verify(hash, 'correct horse', { line: 'a known device', isTrusted: true }),
    ])
    expect(others).toEqual([true, true])
    for (const outcome of await flood)
      expect(outcome.status === 'fulfilled' || outcome.reason.code === 'BUSY').toBe(true)
  }, 120_000)
}
