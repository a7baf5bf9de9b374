/** Validates input of clients. */
import type { z } from 'zod'

/**
 * Like `schema.safeParse`, but accepts any JSON value. Zod also compares the `length` and `size` of an object
 * where it expects a string or an array. It throws a TypeError if that member cannot be converted to a
 * primitive value (`{"length":{"toString":1}}`). Such members are then removed, and zod runs again.
 */
export function parseUntrusted<S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const result = schema.safeParse(withoutObjectLengths(value))
    if (result.success) throw error
    return result
  }
}

/** Maximum levels to search. No schema is deeper, and recursion over 10,000 levels overflows the stack. */
const maxDepth = 100

function withoutObjectLengths(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth === maxDepth) return value
  if (Array.isArray(value)) return value.map((item) => withoutObjectLengths(item, depth + 1))
  const isObjectLength = (key: string, member: unknown) =>
    (key === 'length' || key === 'size') && typeof member === 'object'
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !isObjectLength(key, member))
      .map(([key, member]) => [key, withoutObjectLengths(member, depth + 1)]),
  )
}
