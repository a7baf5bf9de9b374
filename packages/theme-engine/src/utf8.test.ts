import { describe, expect, it } from 'vitest'
import { utf8 } from './utf8.ts'

describe('text as bytes', () => {
  it.each([
    ['nothing', ''],
    ['ASCII', 'page'],
    ['Latin-1', 'Grüße'],
    ['signs of two units', 'a – b 😀 漢'],
    ['the first half of a pair', 'a\ud800b'],
    ['the second half of a pair', '\udc00'],
    ['half of a pair at the end', 'ü\ud83d'],
    ['what begins like a mark of order', '\ufeffa'],
    ['much', 'Seite – '.repeat(100_000)],
  ])('equals the bytes of Buffer.from: %s', (_, text) => {
    expect(Buffer.compare(utf8(text), Buffer.from(text))).toBe(0)
  })

  it.each([524_287, 524_288, 524_289])('equals them for %i units', (length) => {
    const text = `–\0${'x'.repeat(length - 2)}`
    expect(Buffer.compare(utf8(text), Buffer.from(text))).toBe(0)
  })

  it('is not overwritten by the next text', () => {
    const first = utf8('first –')
    utf8('other –')
    expect(Buffer.from(first).toString()).toBe('first –')
  })

  it('is complete for concatenated strings', () => {
    let text = ''
    for (let part = 0; part < 5_000; part += 1) text += part % 7 === 0 ? `<p>${part}–` : `${part}`
    expect(Buffer.compare(utf8(text), Buffer.from(text))).toBe(0)
  })
})
