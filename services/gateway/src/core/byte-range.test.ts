import { expect, test } from 'vitest'
import { byteRange, withinSize } from './byte-range.ts'

test.each([
  ['bytes=0-4', { first: 0, last: 4 }],
  ['bytes = 0 - 4', { first: 0, last: 4 }],
  ['BYTES=3-', { first: 3 }],
  ['bytes=-5', { suffix: 5 }],
  ['bytes=-', undefined],
  ['bytes=4-3', undefined],
  ['bytes=0-1,2-3', undefined],
  ['bytes=a-b', undefined],
  ['items=0-1', undefined],
  [undefined, undefined],
])('%s is %j', (header, expected) => {
  expect(byteRange(header)).toEqual(expected)
})

test('a range is limited to the size', () => {
  expect(withinSize({ first: 2, last: 99 }, 10)).toEqual({ first: 2, last: 9 })
  expect(withinSize({ suffix: 99 }, 10)).toEqual({ first: 0, last: 9 })
  expect(withinSize({ suffix: 3 }, 10)).toEqual({ first: 7, last: 9 })
})

test('a range outside the file is unsatisfiable', () => {
  expect(withinSize({ first: 10 }, 10)).toBeUndefined()
  expect(withinSize({ suffix: 0 }, 10)).toBeUndefined()
  expect(withinSize({ suffix: 1 }, 0)).toBeUndefined()
})
