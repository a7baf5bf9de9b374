import { type Kysely, sql } from 'kysely'
import type { ItemKey, RevisionPlace, TransferReader, WholeItem } from '../../core/ports.ts'
import { type RevisionRow, revisionColumns, revisionFromRow, revisionHeadColumns } from './revisions.ts'
import {
  anyId,
  anyText,
  type PageRow,
  type PostRow,
  pageColumns,
  pageFromRow,
  postColumns,
  postFromRow,
} from './rows.ts'
import type { ContentTables } from './schema.ts'

export const postgresTransferReader = (db: Kysely<ContentTables>): TransferReader => ({
  async bySourceKey(keys) {
    if (keys.length === 0) return new Map()
    const rows = await db.selectFrom('source_keys').selectAll().where('key', '=', anyText(keys)).execute()
    return new Map(rows.map(({ key, item_type, item_id }) => [key, { type: item_type, id: item_id }]))
  },

  async usedIds(kind, ids) {
    const { rows } = await sql<{ item_id: string }>`
      select item_id from changes where item_type = ${kind} and item_id = ${anyId(...ids)}`.execute(db)
    return new Set(rows.map(({ item_id }) => item_id))
  },

  async after({ type, id }, limit) {
    const rows =
      type === 'post'
        ? (await rowsAfter<PostRow>(db, 'posts', postColumns, id, limit)).map(toWhole(postItem))
        : (await rowsAfter<PageRow>(db, 'pages', pageColumns, id, limit)).map(toWhole(pageItem))
    const items = rows.slice(0, limit).flatMap(({ item }) => item ?? [])
    return { items, isLast: items.length === rows.length }
  },

  async revisionsAfter(place, limit) {
    const rows = await revisionRowsAfter(db, place, limit)
    const revisions = rows
      .slice(0, limit)
      .flatMap((row) =>
        row.is_read ? [{ type: place.type, id: row.item_id, revision: revisionFromRow(row) }] : [],
      )
    return { revisions, isLast: revisions.length === rows.length }
  },
})

/** Bytes of metadata and content that one call reads. */
const partBytes = 8 * 1024 * 1024

type Part<Row> = Row & { readonly is_read: boolean }

/**
 * One row more than asked, to see whether there is more. Rows beyond `partBytes` have their id only: Postgres
 * knows the length of a value without reading it.
 */
async function rowsAfter<Row>(
  db: Kysely<ContentTables>,
  table: 'posts' | 'pages',
  columns: readonly string[],
  id: ItemKey['id'],
  limit: number,
): Promise<readonly Part<Row>[]> {
  const long = new Set(['metadata', 'content', 'plain_text'])
  const shown = columns.map((column) =>
    long.has(column) ? `case when is_read then ${column} end as ${column}` : column,
  )
  const { rows } = await sql<Part<Row>>`
    select ${sql.raw(shown.join(', '))}, is_read
    from (
      select *, bytes <= ${partBytes} or place = 1 as is_read
      from (
        select ${sql.raw(columns.join(', '))}, row_number() over (order by id) as place,
          sum(octet_length(metadata::text) + octet_length(content)) over (order by id) as bytes
        from (
          select ${sql.raw(columns.join(', '))} from ${sql.table(table)} where id > ${id}::uuid
          order by id limit ${limit + 1}
        ) as part
      ) as measured
    ) as part
    order by id`.execute(db)
  return rows
}

/** As `rowsAfter`, for the revisions of all items of a kind. */
async function revisionRowsAfter(
  db: Kysely<ContentTables>,
  { type, id, revision }: RevisionPlace,
  limit: number,
): Promise<readonly Part<RevisionRow>[]> {
  const long = ['fields', 'metadata', 'content']
  const shown = long.map((column) => `case when is_read then ${column} end as ${column}`).join(', ')
  const columns = ['item_id', ...revisionColumns].join(', ')
  const { rows } = await sql<Part<RevisionRow>>`
    select ${sql.raw(['item_id', ...revisionHeadColumns].join(', '))}, ${sql.raw(shown)}, is_read
    from (
      select *, bytes <= ${partBytes} or place = 1 as is_read
      from (
        select ${sql.raw(columns)}, row_number() over (order by item_id, revision) as place,
          sum(octet_length(metadata::text) + octet_length(content)) over (order by item_id, revision) as bytes
        from (
          select ${sql.raw(columns)} from revisions
          where item_type = ${type} and (item_id, revision) > (${id}::uuid, ${revision}::bigint)
          order by item_id, revision limit ${limit + 1}
        ) as part
      ) as measured
    ) as part
    order by item_id, revision`.execute(db)
  return rows
}

const postItem = (row: PostRow): WholeItem => ({ post: postFromRow(row) })
const pageItem = (row: PageRow): WholeItem => ({ page: pageFromRow(row) })

const toWhole =
  <Row>(toItem: (row: Row) => WholeItem) =>
  (row: Part<Row>): { readonly item: WholeItem | undefined } => ({
    item: row.is_read ? toItem(row) : undefined,
  })
