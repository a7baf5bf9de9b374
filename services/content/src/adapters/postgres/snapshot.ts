import { type Kysely, sql } from 'kysely'
import type { ContentItem, ItemKey } from '../../core/ports.ts'
import {
  anyId,
  type Db,
  type PageRow,
  type PostRow,
  pageColumns,
  pageFromRow,
  postColumns,
  postFromRow,
} from './rows.ts'
import type { ContentTables } from './schema.ts'
import { readSettings } from './settings.ts'

/** Rows in memory at a time, because bodies may have megabytes. */
const chunk = 20

/** Reads all content as of one instant, in chunks, within one transaction. */
export async function* snapshot(db: Kysely<ContentTables>): AsyncGenerator<ContentItem> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    yield { settings: await readSettings(tx) }
    for await (const row of allRows<PostRow>(tx, 'posts', postColumns)) yield { post: postFromRow(row) }
    for await (const row of allRows<PageRow>(tx, 'pages', pageColumns)) yield { page: pageFromRow(row) }
  } finally {
    // A rollback ends the transaction, which only reads, even if the consumer stops early.
    await tx.rollback().execute()
  }
}

/** Reads the items with these keys in their current state, in chunks. */
export async function* itemsByKey(
  db: Kysely<ContentTables>,
  keys: readonly ItemKey[],
): AsyncGenerator<ContentItem> {
  for (let at = 0; at < keys.length; at += chunk) {
    const some = keys.slice(at, at + chunk)
    const ids = (type: ItemKey['type']) => some.flatMap((key) => (key.type === type ? [key.id] : []))
    for (const row of await rowsOf<PostRow>(db, 'posts', postColumns, ids('post')))
      yield { post: postFromRow(row) }
    for (const row of await rowsOf<PageRow>(db, 'pages', pageColumns, ids('page')))
      yield { page: pageFromRow(row) }
  }
}

async function* allRows<Row extends { readonly id: string }>(
  db: Db,
  table: 'posts' | 'pages',
  columns: readonly string[],
): AsyncGenerator<Row> {
  let rest = sql`true`
  for (let more = true; more; ) {
    const { rows } = await sql<Row>`
      select ${sql.raw(columns.join(', '))} from ${sql.table(table)} where ${rest}
      order by id limit ${chunk}`.execute(db)
    yield* rows
    rest = sql`id > ${rows.at(-1)?.id}`
    more = rows.length === chunk
  }
}

async function rowsOf<Row>(
  db: Db,
  table: 'posts' | 'pages',
  columns: readonly string[],
  ids: readonly string[],
): Promise<readonly Row[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select ${sql.raw(columns.join(', '))} from ${sql.table(table)} where id = ${anyId(...ids)}`.execute(db)
  return rows
}
