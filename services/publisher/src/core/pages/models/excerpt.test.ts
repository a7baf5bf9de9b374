import { expect, it } from 'vitest'
import { cutText } from './excerpt.ts'

it.each([
  ['short', 10, 'short'],
  ['one two three', 8, 'one two…'],
  ['one two three', 9, 'one two…'],
  ['abcdefghijkl', 5, 'abcd…'],
  ['  a\n\n b\t c ', 10, 'a b c'],
  ['🎉🎉🎉🎉🎉', 4, '🎉🎉🎉…'],
  ['🎉🎉🎉🎉', 4, '🎉🎉🎉🎉'],
  ['', 5, ''],
])('cuts %j at %i to %j', (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected)
})
