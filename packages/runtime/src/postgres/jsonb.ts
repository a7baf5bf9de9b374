import { type RawBuilder, sql } from 'kysely'

/**
 * A value for a jsonb column. Needed for arrays, strings and null: pg would send them as a SQL array, text
 * and NULL.
 */
export const jsonb = <T>(value: T): RawBuilder<T> => sql<T>`${JSON.stringify(value)}::jsonb`
