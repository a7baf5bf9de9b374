import { expect, test } from 'vitest'
import { patched } from './patched.ts'

async function over(text: string, piece: number, ...patches: readonly [number, string][]): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += piece) yield Buffer.from(text.slice(at, at + piece))
  }
  const parts: Uint8Array[] = []
  for await (const part of patched(
    chunks(),
    patches.map(([at, bytes]) => ({ at, bytes: Buffer.from(bytes) })),
  ))
    parts.push(part)
  return Buffer.concat(parts).toString()
}

test.each([1, 2, 3, 4, 100])(
  'patches lie over the bytes, however they come: in pieces of %i',
  async (piece) => {
    expect(await over('abcdefghij', piece, [0, '01'], [4, '4567'], [9, '9'])).toBe('01cd4567i9')
    expect(await over('abcdefghij', piece, [2, '23'], [3, 'x'])).toBe('ab2xefghij')
    expect(await over('abcdefghij', piece)).toBe('abcdefghij')
  },
)
