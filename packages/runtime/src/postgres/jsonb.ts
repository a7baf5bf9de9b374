import { type RawBuilder, sql } from 'kysely'

/**
 * A value for a jsonb column. Needed for arrays, strings and null: pg sends an array as a Postgres array and
 * null as SQL NULL. Postgres rejects U+0000 in jsonb and text.
 */
export const jsonb = <T>(value: T): RawBuilder<T> => sql<T>`${JSON.stringify(value)}::jsonb`
