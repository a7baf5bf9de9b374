import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { ContentTables } from './schema.ts'

/** Held by transactions that write events or counts, one at a time. Migration 0008 uses the same name. */
export const commitOrder = 'commit-order'

/** Waits until no other transaction of this schema holds the lock, and holds it until the end of this one. */
export async function lockUntilEnd(tx: Transaction<ContentTables>, name: string): Promise<void> {
  await sql`select ${lockingUntilEnd(name)}`.execute(tx)
}

/** The same as an expression within another statement. */
export const lockingUntilEnd = (name: string): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock(hashtextextended('typecase.content.' || current_schema() || ${`.${name}`}, 0))`

/** The same without waiting; false when another holds it. */
export async function tryLockUntilEnd(tx: Transaction<ContentTables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('typecase.content.' || current_schema() || ${`.${name}`}, 0)) as taken`.execute(
    tx,
  )
  return rows[0]?.taken === true
}
