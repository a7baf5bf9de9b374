import { expect, test } from 'vitest'
import { isMatch, isNotModified } from './entity-tag.ts'

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b" ,\t"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  ['"a', false],
])('If-None-Match %s against "a": %s', (header, expected) => {
  expect(isNotModified(header, '"a"')).toBe(expected)
})

test.each([
  ['"a"', true],
  ['"b", "a"', true],
  ['"a,b"', false],
  ['W/"a"', false],
  ['W/"a", "a"', true],
  ['*', true],
  ['"b"', false],
  ['nonsense', false],
  ['"a" "b"', false],
])('If-Match %s against "a": %s', (header, expected) => {
  expect(isMatch(header, ['"a"'])).toBe(expected)
})
