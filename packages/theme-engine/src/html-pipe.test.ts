import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { htmlBuffers } from './html-buffers.ts'
import { htmlReader } from './html-pipe.ts'

/** Memory of its own, as what comes through a pipe has. */
const chunk = (text: string): Uint8Array => new TextEncoder().encode(text).slice()
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

function piped() {
  const pipe = new PassThrough()
  return { pipe, reader: htmlReader(pipe, htmlBuffers()) }
}

describe('bytes that come through a pipe', () => {
  it('are those that were asked for, however they come, and whether they were asked for before', async () => {
    let seed = 7
    const upTo = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % (most + 1)
    }
    const text = Array.from({ length: 5_000 }, (_, at) => `${at};`).join('')
    const { pipe, reader } = piped()
    const answers: Promise<Uint8Array>[] = []
    for (let sent = 0, asked = 0; sent < text.length || asked < text.length; ) {
      const [more, next] = [upTo(300), upTo(200)]
      pipe.write(chunk(text.slice(sent, sent + more)))
      sent += more
      answers.push(reader.next(Math.min(next, Math.max(0, text.length - asked))))
      asked += next
      if (upTo(3) === 0) await new Promise(setImmediate)
    }
    expect((await Promise.all(answers)).map(textOf).join('')).toBe(text)
  })

  it('have a memory of their own, and the one that they came in is given back', async () => {
    const { pipe, reader } = piped()
    const chunks = ['<p>one</p>', '<p>two</p><p>', 'three</p>'].map(chunk)
    for (const each of chunks) pipe.write(each)
    const first = await reader.next('<p>one</p><p>two</p>'.length)
    expect(chunks.map(({ length }) => length)).toEqual([0, 13, 9])
    const second = await reader.next(3)
    expect(second.buffer).not.toBe(first.buffer)
    expect([textOf(first), textOf(second), textOf(await reader.next(9))]).toEqual([
      '<p>one</p><p>two</p>',
      '<p>',
      'three</p>',
    ])
    expect(chunks.map(({ length }) => length)).toEqual([0, 0, 0])
  })

  it('leave alone what shares its memory with others', async () => {
    const { pipe, reader } = piped()
    const both = chunk('mine and yours')
    pipe.write(both.subarray(0, 4))
    expect(textOf(await reader.next(4))).toBe('mine')
    expect(textOf(both)).toBe('mine and yours')
  })

  it.each([-1, Number.NaN, 0.5, 2 ** 60, '5' as unknown as number])(
    'of no length there could be are refused, also behind others: %s',
    async (length) => {
      const { pipe, reader } = piped()
      const first = reader.next(3)
      const wrong = expect(reader.next(length)).rejects.toThrow(RangeError)
      const last = reader.next(2)
      pipe.write(chunk('abcde'))
      expect([textOf(await first), textOf(await last)]).toEqual(['abc', 'de'])
      await wrong
      expect(textOf(await reader.next(0))).toBe('')
    },
  )
})
