import { describe, expect, test } from 'vitest'
import { receive, type UploadPart } from './receive.ts'

const bytes = (text: string) => ({ bytes: new TextEncoder().encode(text) })
async function* parts(...all: UploadPart[]): AsyncIterable<UploadPart> {
  yield* all
}
async function text(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let all = ''
  for await (const chunk of chunks) all += new TextDecoder().decode(chunk)
  return all
}

describe('receive', () => {
  test('returns the head and then all bytes, including the head', async () => {
    const reception = receive(parts(bytes('ab'), bytes('cd'), bytes('ef'), { details: { alt: 'x' } }), 100)
    expect(new TextDecoder().decode(await reception.head(3))).toBe('abc')
    expect(await text(reception.chunks())).toBe('abcdef')
    expect(reception.details()).toEqual({ alt: 'x' })
  })

  test('returns a shorter head of a shorter file, and an empty one of an empty file', async () => {
    expect(await receive(parts(bytes('ab'), { details: {} }), 100).head(3)).toHaveLength(2)
    expect(await receive(parts(bytes(''), { details: {} }), 100).head(3)).toHaveLength(0)
  })

  test('accepts exactly the limit, and throws at the first byte beyond it', async () => {
    const exact = receive(parts(bytes('abc'), { details: {} }), 3)
    expect(await text(exact.chunks())).toBe('abc')
    await expect(receive(parts(bytes('ab'), bytes('cd')), 3).head(100)).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    })
    await expect(text(receive(parts(bytes('ab'), bytes('cd')), 3).chunks())).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    })
  })

  test('throws if the parts end without details', async () => {
    await expect(text(receive(parts(bytes('ab')), 3).chunks())).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    await expect(receive(parts(), 3).head(1)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('reads no further than requested', async () => {
    let read = 0
    async function* counted(): AsyncIterable<UploadPart> {
      for (; read < 100; read++) yield bytes('aaaa')
    }
    const reception = receive(counted(), 1000)
    await reception.head(6)
    expect(read).toBe(1)
  })
})
