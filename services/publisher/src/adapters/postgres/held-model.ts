/** A snapshot of the read model (the publisher's copy of posts and pages) for other processes. */
import { type Kysely, sql } from 'kysely'
import {
  type EntryKey,
  type EntryRecord,
  entryName,
  type HeldModel,
  type SnapshotOfModel,
  type WrittenEntry,
} from '../../core/site/content-model.ts'
import { beginRead, consistentRead } from './consistent-read.ts'
import type { PublisherTables } from './schema.ts'

type Database = Kysely<PublisherTables>

/** Milliseconds between two queries that keep the transaction open: less than the server's idle timeout. */
const keepAliveMs = 20_000

/**
 * Exports a snapshot. Keeps its transaction open, because other processes can import the snapshot only until
 * the transaction ends.
 */
export async function holdModel(db: Database): Promise<HeldModel> {
  const tx = await beginRead(db)
  const keepAlive = async () => void (await sql`select 1`.execute(tx))
  try {
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
    let last: Promise<void> = Promise.resolve()
    const timer = setInterval(() => {
      last = last.then(keepAlive).catch(() => clearInterval(timer))
    }, keepAliveMs).unref()
    return {
      snapshot: rows[0]?.id ?? '',
      async end() {
        clearInterval(timer)
        await last
        // Ignores an error: a lost connection has already ended the snapshot.
        await tx
          .rollback()
          .execute()
          .catch(() => undefined)
      },
    }
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
}

/**
 * Format of the ids that pg_export_snapshot returns. Checked, because SET TRANSACTION takes no parameters, so
 * the id is part of the SQL.
 */
const snapshotName = /^[0-9A-F]+(-[0-9A-F]+)*$/

export async function readHeldModel<T>(
  db: Database,
  snapshot: string,
  read: (tx: Database) => Promise<T>,
): Promise<T> {
  if (!snapshotName.test(snapshot)) throw new Error('the name of a snapshot is malformed')
  return consistentRead(db, async (tx) => {
    await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx)
    return read(tx)
  })
}

type RecordRow = EntryKey & { readonly revision: number; readonly fields: string | null }

export const toRecord = ({ fields, ...row }: RecordRow): EntryRecord => ({
  ...row,
  entry: JSON.parse(fields ?? 'null') as WrittenEntry | null,
})

export const snapshotIn = (
  tx: Database,
  cursorOf: (db: Database) => Promise<string | undefined>,
): SnapshotOfModel => ({
  cursor: () => cursorOf(tx),
  revisions: () => tx.selectFrom('entries').select(['type', 'id', 'revision']).execute(),
  async records(keys) {
    const { rows } = await sql<RecordRow>`
      select type, id, revision, fields::text as fields from entries
      join ${keysTable(keys)} using (type, id)`.execute(tx)
    return rows.map(toRecord)
  },
  async texts(keys) {
    const { rows } = await sql<EntryKey & { markdown: string }>`
      select type, id, markdown from entries join ${keysTable(keys)} using (type, id)
      where fields is not null`.execute(tx)
    return new Map(rows.map((row) => [entryName(row), row.markdown]))
  },
})

const keysTable = (keys: readonly EntryKey[]) =>
  sql`unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ id }) => id)}::uuid[]) as given (type, id)`
