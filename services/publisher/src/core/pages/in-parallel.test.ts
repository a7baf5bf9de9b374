import { expect, it } from 'vitest'
import { chunks } from './in-parallel.ts'

it.each([
  [0, []],
  [3, [3]],
  [50, [50]],
  [51, [25, 26]],
  [103, [34, 34, 35]],
])('splits %i items into chunks of %j', (count, sizes) => {
  const items = Array.from({ length: count }, (_, n) => n)
  const result = chunks(items, 50)
  expect(result.map(({ length }) => length)).toEqual(sizes)
  expect(result.flat()).toEqual(items)
})
