import { expect, it } from 'vitest'
import { cutText, summarise, textError } from './text.ts'

const text = Array.from({ length: 200 }, (_, i) => `word${i}`).join(' ')

it('returns a short text unchanged', () => {
  expect(summarise('Short text.', 11)).toBe('Short text.')
})

it('truncates at a word, and the length includes the dots', () => {
  for (let length = 4; length < 400; length++) {
    const cut = summarise(text, length)
    expect(cut.length).toBeLessThanOrEqual(length)
    expect(cut.endsWith('...')).toBe(true)
    if (length > 20) {
      expect(cut.length).toBeGreaterThan(length - 10)
      expect(text.startsWith(`${cut.slice(0, -3)} `)).toBe(true)
    }
  }
})

it('truncates a word that is too long, but splits no character', () => {
  expect(summarise('x'.repeat(50), 10)).toBe(`${'x'.repeat(7)}...`)
  expect(summarise('🎉'.repeat(50), 10)).toBe(`${'🎉'.repeat(3)}...`)
  expect(summarise('🎉'.repeat(50), 2)).toBe('..')
  expect(cutText('ab🎉', 3)).toBe('ab')
})

it('refuses text that the database cannot store', () => {
  expect(textError('fine 🎉\r\n\t\u0001')).toBeUndefined()
  for (const bad of ['\u0000', 'a\ud800b', '\udc00']) expect(textError(bad)).toBeTypeOf('string')
})
