import { expect, test } from 'vitest'
import { diffOf } from './line-diff.ts'

const joined = (from: string, to: string, without: 'added' | 'removed') =>
  diffOf(from, to)
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

test('a changed line is removed and added between lines that stay', () => {
  expect(diffOf('a\nb\nc\n', 'a\nB\nc\n')).toEqual([
    { kind: 'same', lines: 1, text: 'a\n' },
    { kind: 'removed', lines: 1, text: 'b\n' },
    { kind: 'added', lines: 1, text: 'B\n' },
    { kind: 'same', lines: 1, text: 'c\n' },
  ])
})

test.each([
  ['', ''],
  ['', 'new\n'],
  ['old', ''],
  ['a\r\nb\r\n', 'a\nb\n'],
  ['a\n\n b \n', 'a\n\nb\n'],
  ['x', 'x\n'],
])('%j and %j come back byte for byte', (from, to) => {
  expect([joined(from, to, 'added'), joined(from, to, 'removed')]).toEqual([from, to])
})

test('large texts with nothing in common are told as replaced, soon', () => {
  const text = (word: string) => Array.from({ length: 60_000 }, (_, n) => `${word} ${n}\n`).join('')
  const began = performance.now()
  expect(diffOf(text('a'), text('b')).map(({ kind, lines }) => [kind, lines])).toEqual([
    ['removed', 60_000],
    ['added', 60_000],
  ])
  expect(performance.now() - began).toBeLessThan(2_000)
})
