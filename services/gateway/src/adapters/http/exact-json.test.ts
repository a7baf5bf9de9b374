import { expect, it } from 'vitest'
import { inexact, parseExactly } from './exact-json.ts'

it.each([
  '12345678901234567890',
  '-12345678901234567890',
  '9007199254740993',
  '1.2345678901234567890e19',
  '1234567890.12345678901e11',
  '9007199254740993.0',
  '1e400',
  '-1E+400',
])('marks %s', (text) => expect(parseExactly(`{"a":[1,${text}]}`)).toEqual({ a: [1, inexact] }))

it.each([
  '0',
  '-0',
  '9007199254740991',
  '9007199254740992',
  '12345678901234567000',
  '1e300',
  '1.50e+100',
  '100000000000000000000000',
  '0.10000000000000001',
  '1e-400',
  '"12345678901234567890"',
  '"1e400"',
])('takes %s as JSON does', (text) =>
  expect(parseExactly(`{"a":[1,${text}]}`)).toEqual({ a: [1, JSON.parse(text)] }),
)

it('keeps the member `__proto__`, so that it can be rejected', () => {
  expect(Object.keys(parseExactly('{"__proto__":{},"a":9007199254740993}') as object)).toEqual([
    '__proto__',
    'a',
  ])
})

it('rejects text that is not JSON', () => {
  for (const text of ['', '{', '12345678901234567890x']) expect(() => parseExactly(text)).toThrow(SyntaxError)
})
