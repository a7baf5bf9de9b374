import { expect, test } from 'vitest'
import { diffOf } from './line-diff.ts'

const joined = (from: string, to: string, without: 'added' | 'removed') =>
  diffOf(from, to)
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

test('a changed line is removed and added between unchanged lines', () => {
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
])('the diff of %j and %j contains both byte for byte', (from, to) => {
  expect([joined(from, to, 'added'), joined(from, to, 'removed')]).toEqual([from, to])
})

test.each([
  ['a\nb\nc\n', 'a\nc\n'],
  ['a\nc\n', 'a\nb\nc\n'],
  ['a\na\na\n', 'a\na\n'],
  ['a\nb', 'a\nb\n'],
  ['b', 'a\nb'],
  ['ab\nx\n', 'aab\nx\n'],
  ['same\n', 'same\n'],
  ['same', 'same'],
  ['\nx', 'y'],
  ['x\n', '\n'],
])('the diff from %j to %j has whole lines, and no two adjacent parts of the same kind', (from, to) => {
  expect([joined(from, to, 'added'), joined(from, to, 'removed')]).toEqual([from, to])
  const parts = diffOf(from, to)
  for (const [index, { kind, text, lines }] of parts.entries()) {
    expect(parts[index + 1]?.kind).not.toBe(kind)
    expect(text.replace(/\n$/, '').split('\n')).toHaveLength(lines)
    const isLast = parts.slice(index + 1).every((later) => later.kind !== 'same' && later.kind !== kind)
    expect(text.endsWith('\n') || isLast).toBe(true)
  }
})

const textOf = (word: string, lines: number) =>
  Array.from({ length: lines }, (_, n) => `${word} ${n}\n`).join('')

test('different texts of more than 50,000 lines are shown as replaced', () => {
  expect(diffOf(textOf('a', 60_000), textOf('b', 60_000)).map(({ kind, lines }) => [kind, lines])).toEqual([
    ['removed', 60_000],
    ['added', 60_000],
  ])
})

test('two texts of 400,000 lines that differ in two lines have all other lines in common', () => {
  const [start, end] = [textOf('start', 200_000), textOf('end', 200_000)]
  const parts = diffOf(`${start}old\nkept\nold\n${end}`, `${start}new\nkept\nnew\n${end}`)
  expect(parts.map(({ kind, lines }) => [kind, lines])).toEqual([
    ['same', 200_000],
    ['removed', 1],
    ['added', 1],
    ['same', 1],
    ['removed', 1],
    ['added', 1],
    ['same', 200_000],
  ])
})
