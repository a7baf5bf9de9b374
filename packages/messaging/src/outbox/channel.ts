import { type RawBuilder, sql } from 'kysely'

const prefix = 'outbox_'

/** Notification channel of a schema's outbox. */
export const channelName = (schema: string): string => `${prefix}${schema}`

/** The channel name as SQL, for a statement that takes the schema from its session. */
export const channelOf = (schema: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${sql.lit(prefix)} || ${schema}`
