/** Parsing by a schema what somebody else wrote. */
import type { z } from 'zod'

/**
 * What `schema.safeParse` answers, for any JSON value. Zod tests the length of whatever has a `length` (and the size of
 * whatever has a `size`) even where its type is wrong already, and throws a TypeError where that is an object that has
 * no primitive form, as in `{"length":{"toString":1}}`. Such members are then left out, so that the wrong type is told.
 */
export function parseUntrusted<S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const result = schema.safeParse(withoutOddMeasures(value))
    if (result.success) throw error
    return result
  }
}

/** Levels that are searched: no schema looks deeper, and a stack does not hold 10,000. */
const maxDepth = 100

function withoutOddMeasures(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth === maxDepth) return value
  if (Array.isArray(value)) return value.map((item) => withoutOddMeasures(item, depth + 1))
  const isOdd = (key: string, member: unknown) =>
    (key === 'length' || key === 'size') && typeof member === 'object'
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !isOdd(key, member))
      .map(([key, member]) => [key, withoutOddMeasures(member, depth + 1)]),
  )
}
