import { sql, type Transaction } from 'kysely'
import type { ItemKind } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { RevisionReader } from '../../core/ports.ts'
import type { NewRevision, Revision, RevisionHead, Snapshot } from '../../core/revisions/revision.ts'
import { anyId, type Db } from './rows.ts'
import type { ContentTables } from './schema.ts'

export const revisionHeadColumns = [
  'revision',
  'changed_by',
  'created_at',
  'title',
  'slug',
  'status',
  'changed',
  'is_snapshot',
] as const
export const revisionColumns = [...revisionHeadColumns, 'fields', 'metadata', 'content'] as const

export const revisionReader = (db: Db, kind: ItemKind): RevisionReader => ({
  list: async (id, { limit, offset }) => {
    const all = db.selectFrom('revisions').where('item_type', '=', kind).where('item_id', '=', anyId(id))
    const [rows, { n }] = await Promise.all([
      all.select(revisionHeadColumns).orderBy('revision', 'desc').limit(limit).offset(offset).execute(),
      all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    ])
    return { items: rows.map(headFromRow), total: n }
  },

  get: async (id, revision) => {
    const row = await db
      .selectFrom('revisions')
      .select(revisionColumns)
      .where('item_type', '=', kind)
      .where('item_id', '=', anyId(id))
      .where('revision', '=', revision)
      .executeTakeFirst()
    return row && revisionFromRow(row)
  },
})

/** Copies the bodies of all items within the database, in one statement. */
export async function insertRevisions(
  tx: Transaction<ContentTables>,
  kind: ItemKind,
  revisions: readonly NewRevision[],
): Promise<void> {
  if (revisions.length === 0) return
  await sql`
    insert into revisions (item_type, item_id, revision, changed_by, created_at, changed, title, slug, status, fields, metadata, content)
    select ${kind}, item.id, item.revision, kept.by, item.updated_at, array(select json_array_elements_text(kept.changed)),
      item.title, item.slug, item.status, kept.fields, item.metadata, item.content
    from json_to_recordset(${JSON.stringify(revisions)}::json) as kept (id uuid, by text, fields json, changed json)
    join ${sql.table(kind === 'post' ? 'posts' : 'pages')} as item on item.id = kept.id`.execute(tx)
}

/** Uses one statement, because an import sends thousands of revisions. */
export async function insertSnapshots(
  tx: Transaction<ContentTables>,
  kind: ItemKind,
  snapshots: readonly Snapshot[],
): Promise<void> {
  if (snapshots.length === 0) return
  await sql`
    insert into revisions (item_type, item_id, revision, changed_by, created_at, changed, title, slug, status,
      is_snapshot, fields, metadata, content)
    select ${kind}, id, revision, by, at, array(select json_array_elements_text(changed)), title, slug,
      status, "isSnapshot", fields, metadata, content
    from json_to_recordset(${JSON.stringify(snapshots)}::json) as kept (id uuid, revision bigint, by text,
      at timestamptz, changed json, title text, slug text, status text, "isSnapshot" boolean, fields json,
      metadata json, content text)`.execute(tx)
}

export async function deleteRevisions(
  tx: Transaction<ContentTables>,
  kind: ItemKind,
  items: readonly { id: string }[],
): Promise<void> {
  await tx
    .deleteFrom('revisions')
    .where('item_type', '=', kind)
    .where('item_id', '=', anyId(...items.map(({ id }) => id)))
    .execute()
}

export interface RevisionRow extends HeadRow {
  readonly item_id: string
  readonly fields: JsonObject
  readonly metadata: JsonObject
  readonly content: string
}

export const revisionFromRow = (row: Omit<RevisionRow, 'item_id'>): Revision => ({
  ...headFromRow(row),
  fields: row.fields,
  metadata: row.metadata,
  content: row.content,
})

interface HeadRow extends Pick<RevisionHead, 'revision' | 'title' | 'slug' | 'status' | 'changed'> {
  readonly changed_by: string
  readonly is_snapshot: boolean
  readonly created_at: Date
}

const headFromRow = (row: HeadRow): RevisionHead => ({
  revision: row.revision,
  by: row.changed_by,
  at: row.created_at,
  title: row.title,
  slug: row.slug,
  status: row.status,
  changed: row.changed,
  isSnapshot: row.is_snapshot,
})
