import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { ContentTables } from './schema.ts'

/**
 * Name of the lock that a transaction holds while it writes events or counts. Migration 0008 uses the same
 * name.
 */
export const commitOrder = 'commit-order'

/** Waits for the lock with this name in the current schema, and holds it until the transaction ends. */
export async function lockUntilEnd(tx: Transaction<ContentTables>, name: string): Promise<void> {
  await sql`select ${lockingUntilEnd(name)}`.execute(tx)
}

/** `lockUntilEnd` as an expression within another statement. */
export const lockingUntilEnd = (name: string): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock(hashtextextended('typecase.content.' || current_schema() || ${`.${name}`}, 0))`

/** `lockUntilEnd` without waiting; false when another transaction holds the lock. */
export async function tryLockUntilEnd(tx: Transaction<ContentTables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('typecase.content.' || current_schema() || ${`.${name}`}, 0)) as taken`.execute(
    tx,
  )
  return rows[0]?.taken === true
}
