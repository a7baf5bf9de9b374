import { expect, test } from 'vitest'
import { patched } from './patched.ts'

async function patchedText(
  text: string,
  chunkSize: number,
  ...patches: readonly [number, string][]
): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += chunkSize) yield Buffer.from(text.slice(at, at + chunkSize))
  }
  const parts: Uint8Array[] = []
  for await (const part of patched(
    chunks(),
    patches.map(([at, bytes]) => ({ at, bytes: Buffer.from(bytes) })),
  ))
    parts.push(part)
  return Buffer.concat(parts).toString()
}

test.each([1, 2, 3, 4, 100])('applies patches to a stream with chunks of %i bytes', async (chunkSize) => {
  expect(await patchedText('abcdefghij', chunkSize, [0, '01'], [4, '4567'], [9, '9'])).toBe('01cd4567i9')
  expect(await patchedText('abcdefghij', chunkSize, [2, '23'], [3, 'x'])).toBe('ab2xefghij')
  expect(await patchedText('abcdefghij', chunkSize)).toBe('abcdefghij')
})
