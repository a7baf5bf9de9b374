import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseUntrusted } from './parse-untrusted.ts'

const schema = z.object({
  name: z.string('Must be a string').min(1).max(20),
  tags: z.array(z.string().max(5)).max(3).optional(),
  free: z.unknown(),
})

describe('parseUntrusted', () => {
  it('returns the result of the schema', () => {
    expect(parseUntrusted(schema, { name: 'a', free: { length: { toString: 1 } } }).data).toEqual({
      name: 'a',
      free: { length: { toString: 1 } },
    })
    expect(parseUntrusted(schema, { name: '' }).success).toBe(false)
  })

  it('reports a wrong type even if another field nests 100,000 levels deep', () => {
    const free: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(parseUntrusted(schema, { name: { length: { toString: 1 } }, free }).error?.issues[0]?.code).toBe(
      'invalid_type',
    )
  })

  it.each<unknown>([
    { toString: 1 },
    { valueOf: 1, toString: null },
    { __proto__: null },
    {},
    [[{ toString: 0 }]],
    null,
    5,
    -1,
    'x',
  ])('reports the wrong type of an object whose length or size is %j', (measure) => {
    for (const odd of [{ length: measure }, { size: measure }, { length: measure, size: measure }])
      for (const value of [{ name: odd }, { name: 'a', tags: odd }, { name: 'a', tags: [odd] }])
        expect(parseUntrusted(schema, value).error?.issues[0]?.code).toBe('invalid_type')
  })
})
