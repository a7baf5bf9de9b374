import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ItemKey, KeyedItem, RevisionPlace, TransferReader, WholeItem } from '../../core/ports.ts'
import { type RevisionRow, revisionColumns, revisionFromRow } from './revisions.ts'
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
    const { rows } = await sql<KeyedItem & { readonly key: string }>`
      select key, item_type as type, item_id as id, coalesce(posts.slug, pages.slug) as slug
      from source_keys
      left join posts on item_type = 'post' and posts.id = item_id
      left join pages on item_type = 'page' and pages.id = item_id
      where key = ${anyText(keys)}`.execute(db)
    return new Map(rows.map(({ key, ...item }) => [key, item]))
  },

  async usedIds(kind, ids) {
    if (ids.length === 0) return new Set()
    const { rows } = await sql<{ item_id: string }>`
      select item_id from changes where item_type = ${kind} and item_id = ${anyId(...ids)}`.execute(db)
    return new Set(rows.map(({ item_id }) => item_id))
  },

  async after({ type, id }, limit) {
    const rows =
      type === 'post'
        ? (await itemsAfter<PostRow>(db, 'posts', postColumns, id, limit)).map(toWhole(postItem))
        : (await itemsAfter<PageRow>(db, 'pages', pageColumns, id, limit)).map(toWhole(pageItem))
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

/** Maximum bytes of long columns per call. */
const partBytes = 8 * 1024 * 1024
const measuredColumns = ['fields', 'metadata', 'content']
const longColumns = [...measuredColumns, 'plain_text']

type Part<Row> = Row & { readonly is_read: boolean }

interface PartOf {
  readonly table: 'posts' | 'pages' | 'revisions'
  readonly columns: readonly string[]
  readonly after: RawBuilder<boolean>
  readonly order: string
  readonly limit: number
}

/** Reads one extra row to detect the end. Beyond `partBytes`, rows after the first omit long columns. */
async function partOf<Row>(
  db: Kysely<ContentTables>,
  { table, columns, after, order, limit }: PartOf,
): Promise<readonly Part<Row>[]> {
  const all = sql.raw(columns.join(', '))
  const shown = columns.map((column) =>
    longColumns.includes(column) ? `case when is_read then ${column} end as ${column}` : column,
  )
  const lengths = measuredColumns
    .filter((column) => columns.includes(column))
    .map((column) => `octet_length(${column}::text)`)
  const by = sql.raw(order)
  const { rows } = await sql<Part<Row>>`
    select ${sql.raw(shown.join(', '))}, is_read
    from (
      select *, bytes <= ${partBytes} or place = 1 as is_read
      from (
        select ${all}, row_number() over (order by ${by}) as place,
          sum(${sql.raw(lengths.join(' + '))}) over (order by ${by}) as bytes
        from (
          select ${all} from ${sql.table(table)} where ${after} order by ${by} limit ${limit + 1}
        ) as part
      ) as measured
    ) as part
    order by ${by}`.execute(db)
  return rows
}

const itemsAfter = <Row>(
  db: Kysely<ContentTables>,
  table: 'posts' | 'pages',
  columns: readonly string[],
  id: ItemKey['id'],
  limit: number,
): Promise<readonly Part<Row>[]> =>
  partOf(db, { table, columns, after: sql<boolean>`id > ${id}::uuid`, order: 'id', limit })

const revisionRowsAfter = (
  db: Kysely<ContentTables>,
  { type, id, revision }: RevisionPlace,
  limit: number,
): Promise<readonly Part<RevisionRow>[]> =>
  partOf(db, {
    table: 'revisions',
    columns: ['item_id', ...revisionColumns],
    after: sql<boolean>`item_type = ${type} and (item_id, revision) > (${id}::uuid, ${revision}::bigint)`,
    order: 'item_id, revision',
    limit,
  })

const postItem = (row: PostRow): WholeItem => ({ post: postFromRow(row) })
const pageItem = (row: PageRow): WholeItem => ({ page: pageFromRow(row) })

const toWhole =
  <Row>(toItem: (row: Row) => WholeItem) =>
  (row: Part<Row>): { readonly item: WholeItem | undefined } => ({
    item: row.is_read ? toItem(row) : undefined,
  })
