import { describe, expect, it } from 'vitest'
import { utf8 } from './utf8.ts'

describe('the UTF-8 bytes of a text', () => {
  it.each([
    ['nothing', ''],
    ['ASCII', 'page'],
    ['Latin-1', 'Grüße'],
    ['characters of two code units', 'a – b 😀 漢'],
    ['a lone high surrogate', 'a\ud800b'],
    ['a lone low surrogate', '\udc00'],
    ['a lone surrogate at the end', 'ü\ud83d'],
    ['a byte order mark', '\ufeffa'],
    ['a long text', 'Seite – '.repeat(100_000)],
  ])('equal those of Buffer.from: %s', (_, text) => {
    expect(Buffer.compare(utf8(text), Buffer.from(text))).toBe(0)
  })

  it.each([524_287, 524_288, 524_289])('equal those of Buffer.from for %i code units', (length) => {
    const text = `–\0${'x'.repeat(length - 2)}`
    expect(Buffer.compare(utf8(text), Buffer.from(text))).toBe(0)
  })

  it('are not overwritten by the next text', () => {
    const first = utf8('first –')
    utf8('other –')
    expect(Buffer.from(first).toString()).toBe('first –')
  })

  it('are complete for concatenated strings', () => {
    let text = ''
    for (let part = 0; part < 5_000; part += 1) text += part % 7 === 0 ? `<p>${part}–` : `${part}`
    expect(Buffer.compare(utf8(text), Buffer.from(text))).toBe(0)
  })
})
