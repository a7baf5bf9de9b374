import { type RawBuilder, sql } from 'kysely'

const prefix = 'outbox_'

/** Notification channel of a schema's outbox. */
export const channelName = (schema: string): string => `${prefix}${schema}`

/** The same inside a SQL statement that takes the schema from the session. */
export const channelOf = (schema: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${sql.lit(prefix)} || ${schema}`
