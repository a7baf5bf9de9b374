import { type RawBuilder, sql } from 'kysely'

const prefix = 'outbox_'

/** The notification channel of a schema's outbox. */
export const channelName = (schema: string): string => `${prefix}${schema}`

/** The same inside a statement that does not know its schema. */
export const channelOf = (schema: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${sql.lit(prefix)} || ${schema}`
