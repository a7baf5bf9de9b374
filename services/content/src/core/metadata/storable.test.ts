import { expect, test } from 'vitest'
import type { JsonValue } from '../json.ts'
import { storableErrors } from './storable.ts'

const errorsOf = (json: string) => storableErrors(JSON.parse(json) as JsonValue, 'metadata')

test.each([
  ['{"a":[1,{"b":"x"}],"c":null}', []],
  ['{"__proto__":1}', ['metadata.__proto__']],
  ['{"a":[{"constructor":{"b":"\\u0000"}}]}', ['metadata.a.0.constructor']],
  ['{"a":{"b\\u0000":1},"c":["\\ud800"]}', ['metadata.a', 'metadata.c.0']],
  [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, [`metadata.a${'.0'.repeat(32)}`]],
])('%s has errors at %j', (json, paths) => {
  expect(errorsOf(json).map(({ path }) => path)).toEqual(paths)
})

test('reports at most 100 errors', () => {
  for (const count of [10_000, 20_000]) {
    const names = Array.from({ length: count }, (_, n) => `"${n}\\u0000":1`)
    expect(errorsOf(`{${names}}`)).toHaveLength(100)
  }
})

test('builds paths only for errors, not for every value', () => {
  const [open, close] = [`{"${'n'.repeat(1000)}":`.repeat(25), '}'.repeat(25)]
  expect(errorsOf(`${open}[${'0,'.repeat(150_000)}"\\u0000"]${close}`)).toHaveLength(1)
})
