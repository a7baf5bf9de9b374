import type { Postgres } from '@typecase/runtime/postgres'
import { sql } from 'kysely'
import { channelName } from './channel.ts'
import type { OutboxTables } from './tables.ts'

/**
 * Makes the relay republish all events that occurred at or after `since`. Returns their number. Consumers
 * skip events that they have already handled.
 */
export async function replayOutbox<DB extends OutboxTables>(
  postgres: Postgres<DB>,
  since: Date,
): Promise<number> {
  const result = await sql`
    update outbox set published_at = null where published_at is not null and occurred_at >= ${since}`.execute(
    postgres.db,
  )
  await sql`select pg_notify(${channelName(postgres.schema)}, '')`.execute(postgres.db)
  return Number(result.numAffectedRows ?? 0)
}
