/** Input schemas shared by several routes. */
import { slugForm, slugLimit } from '@typecase/kernel'
import { z } from 'zod'

/** Milliseconds for operations that hash passwords, because these may have to wait in a queue. */
export const passwordMs = 30_000

/** Maximum bytes of a body that is accepted without credentials. */
export const openBodyLimit = 16 * 1024

/** An integer in a query. */
export const wholeNumber = (minimum: number, maximum: number) => {
  const message = `Must be a whole number from ${minimum} to ${maximum}`
  return z
    .string({ error: 'Must be given once' })
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, message)
    .meta({ type: 'integer', minimum, maximum })
}

/** A flag in a query. Only `true` means true; any other value means false (contract.md#post-list-views). */
export const trueWord = () =>
  z
    .string({ error: 'Must be given once' })
    .transform((value) => value === 'true')
    .meta({ type: 'boolean' })

export const flag = () => z.boolean({ error: 'Must be true or false' })

export const string = () => z.string({ error: 'Must be a string' })

/**
 * A text that a rule of the kernel checks. `errorOf` returns an error without the name of the field, such as
 * "must be …".
 */
export const ruled = (errorOf: (value: string) => string | undefined) =>
  string().check(({ value, issues }) => {
    const error = errorOf(value)
    if (error)
      issues.push({
        code: 'custom',
        message: `${error.charAt(0).toUpperCase()}${error.slice(1)}`,
        input: value,
      })
  })

export const text = (max = 1000) =>
  z.string({ error: 'Must be given once' }).max(max, `Must have at most ${max} characters`)

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `Must be one of ${values.join(', ')}` })

export const paging = {
  limit: wholeNumber(1, 1000).optional(),
  offset: wholeNumber(0, 2_000_000_000).optional(),
}

/** At most `most` strings. Zod checks the length first, so a long list results in one issue. */
export const texts = (most: number) =>
  z.array(string(), { error: 'Must be an array of strings' }).max(most, `Must have at most ${most} items`)

/** A string that null clears. */
export const clearable = () => string().nullish()

/** An instant with an offset or `Z`. */
export const instant = () =>
  z.iso.datetime({ offset: true, error: 'Must be an instant like 2030-01-31T08:00:00Z' })

/** A scheduled instant; null removes it. */
export const clearableInstant = (description: string) => instant().nullish().meta({ description })

const slugMessage = 'A slug has lower-case letters, digits and single hyphens inside, at most 200 characters'
export const slug = () => string().max(slugLimit, slugMessage).regex(slugForm, slugMessage)

export const title = () =>
  z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? 'Title is required' : 'Title must be a string',
    })
    .refine((value) => value.trim() !== '', 'Title is required')
    .meta({ minLength: 1 })

/** A body that repeats the id in the path as a JSON string (contract.md#deleting-users). */
export const jsonString = (description: string, example: string) =>
  z.string({ error: 'The body must be a JSON string' }).meta({ description, examples: [example] })

/** A success response: `success: true` and these members. */
export const success = <S extends z.ZodRawShape>(shape: S) =>
  z.looseObject({ success: z.literal(true), ...shape })

export const listOf = <T extends z.ZodType>(item: T) =>
  success({ data: z.array(item), total: z.int(), limit: z.int().nullable(), offset: z.int() })

export const timestamp = () => z.iso.datetime({ precision: 3 })
