import type { Kysely } from 'kysely'

/** Starts a read-only transaction on one snapshot; the caller must roll it back. */
export const beginRead = <DB>(db: Kysely<DB>) =>
  db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()

/** Runs all queries of `read` on one snapshot. */
export async function consistentRead<DB, T>(
  db: Kysely<DB>,
  read: (tx: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const tx = await beginRead(db)
  try {
    return await read(tx)
  } finally {
    await tx.rollback().execute()
  }
}
