import { expect, it } from 'vitest'
import { type TextChange, textChanges } from './text-changes.ts'

const applied = (text: string, changes: readonly TextChange[]) =>
  changes
    .toReversed()
    .reduce((changed, { from, to, insert }) => changed.slice(0, from) + insert + changed.slice(to), text)

it('changes only the text that differs', () => {
  const before = 'one two\n\nthree four\n\nfive six\n'
  const after = 'one TWO\n\nthree four\n\nfive SIX\nseven'
  const changes = textChanges(before, after)
  expect(changes[0]).toEqual({ from: 4, to: 7, insert: 'TWO' })
  expect(changes[1]?.from).toBe(26)
  expect(applied(before, changes)).toBe(after)
})

it.each([
  ['', 'text'],
  ['text', ''],
  ['same', 'same'],
  ['a\nb\nc\n', 'c\nb\na\n'],
  ['a\n'.repeat(5_000), `x\n${'a\n'.repeat(4_000)}y`],
])('turns one text into the other', (before, after) => {
  expect(applied(before, textChanges(before, after))).toBe(after)
})
