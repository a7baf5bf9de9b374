import { describe, expect, it } from 'vitest'
import { nestsDeeper } from './json-depth.ts'

const arrays = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const objects = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

describe('nestsDeeper', () => {
  it.each([arrays, objects])('counts the levels of %o', (nested) => {
    for (const levels of [1, 2, 32]) {
      expect(nestsDeeper(nested(levels), levels)).toBe(false)
      expect(nestsDeeper(nested(levels), levels - 1)).toBe(true)
    }
  })

  it('finds a deep branch among flat branches', () => {
    expect(nestsDeeper({ a: [1, 2], b: { c: [[]] }, d: 'x' }, 3)).toBe(true)
    expect(nestsDeeper({ a: [1, 2], b: { c: [[]] }, d: 'x' }, 4)).toBe(false)
  })

  it('accepts values without nesting, and depths that overflow the stack of recursive code', () => {
    for (const value of [null, 1, 'x', true, undefined]) expect(nestsDeeper(value, 0)).toBe(false)
    expect(nestsDeeper(arrays(500_000), 499_999)).toBe(true)
  })
})
