import { describe, expect, test } from 'vitest'
import { exceededLimit } from './json-limits.ts'

const array = (length: number) => `[${'0,'.repeat(length - 1)}0]`
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('nesting', () => {
  test('is limited to 32 levels', () => {
    expect(exceededLimit(nested(32))).toBeUndefined()
    expect(exceededLimit(`{"a":${nested(31)}}`)).toBeUndefined()
    expect(exceededLimit(nested(33))?.message).toBe('Must not be nested deeper than 32')
  })

  test('does not add up across siblings', () => {
    expect(exceededLimit(`[${`${nested(31)},`.repeat(100)}0]`)).toBeUndefined()
  })

  test('is not counted inside strings', () => {
    expect(
      exceededLimit(
        JSON.stringify({ text: nested(50), quoted: `"${nested(50)}`, slash: `\\"${nested(50)}` }),
      ),
    ).toBeUndefined()
  })
})

describe('values', () => {
  test('are limited to 200,000, including containers and excluding names', () => {
    expect(exceededLimit(array(199_999))).toBeUndefined()
    expect(exceededLimit(array(200_000))).toEqual({
      path: '',
      message: 'Must not have more than 200000 values',
    })
    const members = Array.from({ length: 199_999 }, (_, n) => `"n${n}":null`)
    expect(exceededLimit(`{${members.join(',')}}`)).toBeUndefined()
    expect(exceededLimit(`{${members.join(',')},"last":true}`)).toBeDefined()
  })
})

describe('numbers', () => {
  test.each(['1', '-1.', '1e'])('that begin with %s are limited to 100 characters', (start) => {
    const number = (length: number) => start.padEnd(length, '1')
    expect(exceededLimit(number(100))).toBeUndefined()
    expect(exceededLimit(`{"a":[true,{"b c":${number(101)}}]}`)).toEqual({
      path: 'a.1.b c',
      message: 'Must be a number of at most 100 characters; send longer ones as strings',
    })
  })

  test('inside strings and names are text', () => {
    expect(exceededLimit(`{"${'1'.repeat(500)}":"${'1'.repeat(500)}"}`)).toBeUndefined()
  })
})

test.each(['', '"', '"\\', '{"a', ']]}}', ',,,', '{"a":1,,"b"', '\u2028', 'nul', '{]'])(
  'terminates on the invalid JSON %j',
  (text) => {
    expect(exceededLimit(text)).toBeUndefined()
  },
)
