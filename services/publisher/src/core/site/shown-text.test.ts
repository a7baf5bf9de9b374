import { expect, it } from 'vitest'
import { shownData, shownText, shownUrl } from './shown-text.ts'

it('characters that HTML forbids are removed from texts', () => {
  expect(shownText('a\u0001b\u0008c\u000bd\u007fe\u0085f\u009fg\ufffeh\uffffi\ufdd0j')).toBe('abcdefghij')
  expect(shownText('a\u{1fffe}b\u{1ffff}c\u{9fffe}d\u{10ffff}e')).toBe('abcde')
  for (const text of [
    '',
    'plain',
    'a\tb\nc\r\n\fd',
    'ü 日本 👍 \u00a0',
    '\ufffd\ufdcf\ufdf0',
    '\u{1fffd}\u{10fffd}\u{20000}',
  ])
    expect(shownText(text)).toBe(text)
})

it('characters that HTML forbids are percent-encoded in URLs', () => {
  expect(['/\ufffe/evil.test', '/\u{1fffe}/x', '/ä?b#c'].map(shownUrl)).toEqual([
    '/%EF%BF%BE/evil.test',
    '/%F0%9F%BF%BE/x',
    '/ä?b#c',
  ])
})

it('forbidden characters are removed from all strings of an object; a clean object is returned as is', () => {
  const clean = { title: 'a', tags: ['b', null, 1, { c: true }] }
  expect(shownData(clean)).toBe(clean)
  const tags = ['b']
  const shown = shownData({ title: 'a\u0001', tags, meta: { x: ['\ufffe'] } })
  expect(shown).toEqual({ title: 'a', tags: ['b'], meta: { x: [''] } })
  expect(shown.tags).toBe(tags)
})
