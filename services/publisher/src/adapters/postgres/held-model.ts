/** The read model at one moment, shared with other processes by an exported snapshot of PostgreSQL. */
import { type Kysely, sql } from 'kysely'
import {
  type EntryKey,
  entryName,
  type HeldModel,
  type SnapshotOfModel,
  type WrittenEntry,
} from '../../core/site/content-model.ts'
import type { PublisherTables } from './schema.ts'

type Database = Kysely<PublisherTables>

/** Shorter than the time after which the server ends a transaction that waits. */
const signOfLifeMs = 20_000

/** PostgreSQL can import a snapshot as long as the transaction that exported it is open. */
export async function holdModel(db: Database): Promise<HeldModel> {
  const tx = await begin(db)
  const alive = async () => void (await sql`select 1`.execute(tx))
  try {
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
    let last: Promise<void> = Promise.resolve()
    const beating = setInterval(() => {
      last = last.then(alive).catch(() => clearInterval(beating))
    }, signOfLifeMs).unref()
    return {
      snapshot: rows[0]?.id ?? '',
      async end() {
        clearInterval(beating)
        await last
        // A lost connection has ended the snapshot already.
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

/** What pg_export_snapshot answers; SET TRANSACTION takes no parameters. */
const snapshotName = /^[0-9A-F]+(-[0-9A-F]+)*$/

export async function readHeldModel<T>(
  db: Database,
  snapshot: string,
  read: (tx: Database) => Promise<T>,
): Promise<T> {
  if (!snapshotName.test(snapshot)) throw new Error('the name of a snapshot is malformed')
  const tx = await begin(db)
  try {
    await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx)
    return await read(tx)
  } finally {
    await tx.rollback().execute()
  }
}

export const snapshotIn = (
  tx: Database,
  cursorOf: (db: Database) => Promise<string | undefined>,
): SnapshotOfModel => ({
  cursor: () => cursorOf(tx),
  revisions: () => tx.selectFrom('entries').select(['type', 'id', 'revision']).execute(),
  async records(keys) {
    const { rows } = await sql<EntryKey & { revision: number; fields: string | null }>`
      select type, id, revision, fields::text as fields from entries
      join ${keysTable(keys)} using (type, id)`.execute(tx)
    return rows.map(({ fields, ...row }) => ({
      ...row,
      entry: JSON.parse(fields ?? 'null') as WrittenEntry | null,
    }))
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

const begin = (db: Database) =>
  db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
