import type { Postgres } from '@typecase/runtime/postgres'
import { type Kysely, sql } from 'kysely'
import {
  type EntryKey,
  type EntryRecord,
  type EntrySource,
  entryName,
  type ModelStore,
  modelVersion,
} from '../../core/site/content-model.ts'
import { consistentRead } from './consistent-read.ts'
import { holdModel, readHeldModel, snapshotIn, toRecord } from './held-model.ts'
import type { PublisherTables } from './schema.ts'

/** Rows per query. The driver holds each row twice in memory. */
const rowsAtOnce = 500

const textsOfKeys = `
  select type, id, markdown from entries
  join unnest($1::text[], $2::uuid[]) as given (type, id) using (type, id)
  where fields is not null`

export function postgresModelStore({
  db,
  prepare,
}: Pick<Postgres<PublisherTables>, 'db' | 'prepare'>): ModelStore {
  // Prepared, because a build of a whole site runs this query hundreds of times.
  const textsOf = prepare<EntryKey & { readonly markdown: string }>(textsOfKeys)
  return {
    cursor: () => cursorOf(db),

    records: () =>
      consistentRead(db, async (tx) => {
        const cursor = await cursorOf(tx)
        return { cursor, records: cursor === undefined ? [] : await readRecords(tx) }
      }),

    async apply(sources) {
      const rows = sources.map(rowOf)
      await sql`
      insert into entries (type, id, revision, fields, markdown)
      select * from unnest(
        ${rows.map(({ type }) => type)}::text[], ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ revision }) => revision)}::bigint[],
        ${rows.map(({ fields }) => fields)}::json[], ${rows.map(({ markdown }) => markdown)}::text[])
      on conflict (type, id) do update
        set revision = excluded.revision, fields = excluded.fields, markdown = excluded.markdown
        where entries.revision <= excluded.revision`.execute(db)
    },

    async moveCursor(cursor) {
      await db
        .insertInto('content_cursor')
        .values({ one: true, edition: modelVersion, cursor })
        .onConflict((conflict) => conflict.column('one').doUpdateSet({ edition: modelVersion, cursor }))
        .execute()
    },

    async texts(keys) {
      const rows = await textsOf([keys.map(({ type }) => type), keys.map(({ id }) => id)])
      return new Map(rows.map((row) => [entryName(row), row.markdown]))
    },

    hold: () => holdModel(db),
    readHeld: (snapshot, read) => readHeldModel(db, snapshot, (tx) => read(snapshotIn(tx, cursorOf))),
  }
}

async function readRecords(db: Kysely<PublisherTables>): Promise<readonly EntryRecord[]> {
  const records: EntryRecord[] = []
  for (let rows = await recordsAfter(db); rows.length > 0; rows = await recordsAfter(db, rows.at(-1)))
    records.push(...rows.map(toRecord))
  return records
}

async function recordsAfter(db: Kysely<PublisherTables>, last?: EntryKey) {
  return db
    .selectFrom('entries')
    .select(['type', 'id', 'revision', sql<string | null>`fields::text`.as('fields')])
    .$if(last !== undefined, (all) =>
      all.where(sql<boolean>`(type, id) > (${last?.type}, ${last?.id}::uuid)`),
    )
    .orderBy('type')
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute()
}

async function cursorOf(db: Kysely<PublisherTables>): Promise<string | undefined> {
  const row = await db
    .selectFrom('content_cursor')
    .select('cursor')
    .where('edition', '=', modelVersion)
    .executeTakeFirst()
  return row?.cursor
}

const rowOf = ({ type, id, revision, entry, markdown }: EntrySource) => ({
  type,
  id,
  revision,
  fields: entry && JSON.stringify(entry),
  markdown: entry && markdown,
})
