import { type Kysely, sql, type Transaction } from 'kysely'
import { preconditionFailed, slugTaken } from '../../core/errors.ts'
import type { Page, PageHead, PageType } from '../../core/pages/page.ts'
import type { Listed, PageQuery, PageReader, PageWriter } from '../../core/ports.ts'
import { dueIds } from './due.ts'
import { lockUntilEnd } from './locks.ts'
import { deleteRevisions, insertRevisions, insertSnapshots, revisionReader } from './revisions.ts'
import {
  anyId,
  anyText,
  conflictOf,
  type Db,
  headColumns,
  itemColumns,
  type ListedPageRow,
  listedPageFromRow,
  longColumns,
  pageColumns,
  pageFromRow,
  pageHeadColumns,
  pageHeadFromRow,
  shortEnough,
} from './rows.ts'
import type { ContentTables } from './schema.ts'

export const postgresPageReader = (db: Kysely<ContentTables>): PageReader => ({
  get: (id) => get(db, id),
  custom: (slug) => custom(db, slug),
  due: (at, limit) => dueIds(db, 'pages', at, limit),
  revisions: revisionReader(db, 'page'),

  list: async (query) => {
    const [items, total] = await Promise.all([page(db, query), count(db, query)])
    return { items, total }
  },
})

type Tx = Transaction<ContentTables>

export const postgresPageWriter = (tx: Tx): PageWriter => ({
  // The holder of the tree lock is the only writer of pages, so rows need no locks.
  lockTree: () => lockUntilEnd(tx, 'page-tree'),
  get: (id) => get(tx, id),
  custom: (slug) => custom(tx, slug),
  lock: (ids) => heads(tx, ids),
  children: (id) => children(tx, id),
  descendants: (id) => descendants(tx, id),
  insert: (page) => insert(tx, page),
  save: (page) => save(tx, page),
  saveHeads: (pages) => saveHeads(tx, pages),
  delete: (pages) => deletePages(tx, pages),
  insertRevisions: (revisions) => insertRevisions(tx, 'page', revisions),
  insertSnapshots: (snapshots) => insertSnapshots(tx, 'page', snapshots),
  takenSlugs: (pageType, slugs) => takenPageSlugs(tx, pageType, slugs),
})

async function heads(tx: Tx, ids: readonly string[]): Promise<readonly PageHead[]> {
  const rows = await tx
    .selectFrom('pages')
    .select(pageHeadColumns)
    .where('id', '=', anyId(...ids))
    .execute()
  return rows.map(pageHeadFromRow)
}

async function children(tx: Tx, id: string): Promise<readonly PageHead[]> {
  const query = tx.selectFrom('pages').select(pageHeadColumns).where('parent_id', '=', id)
  return (await query.execute()).map(pageHeadFromRow)
}

async function descendants(tx: Tx, id: string): Promise<readonly PageHead[]> {
  const rows = await tx
    .withRecursive('below', (below) =>
      below
        .selectFrom('pages')
        .select(pageHeadColumns)
        .where('parent_id', '=', id)
        .unionAll((deeper) =>
          deeper
            .selectFrom('pages')
            .innerJoin('below', 'below.id', 'pages.parent_id')
            .select(pageHeadColumns.map((column) => `pages.${column}` as const)),
        ),
    )
    .selectFrom('below')
    .select(pageHeadColumns)
    .orderBy(sql`cardinality(path)`)
    .execute()
  return rows.map(pageHeadFromRow)
}

async function insert(tx: Tx, page: Page): Promise<void> {
  const inserted = await tx
    .insertInto('pages')
    .values({ id: page.id, created_at: page.createdAt, ...columnsOf(page) })
    .onConflict((conflict) => conflict.constraint('pages_slug_key').doNothing())
    .returning('id')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw conflictOf(error, 'page', page)
    })
  if (!inserted) throw slugTaken('page', page.slug)
}

async function save(tx: Tx, page: Page): Promise<void> {
  const updated = await tx
    .updateTable('pages')
    .set({ created_at: page.createdAt, ...columnsOf(page) })
    .where('id', '=', page.id)
    .where('revision', '=', page.revision - 1)
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw conflictOf(error, 'page', page)
    })
  if (updated.numUpdatedRows !== 1n) throw preconditionFailed()
}

async function saveHeads(tx: Tx, heads: readonly PageHead[]): Promise<void> {
  if (heads.length === 0) return
  const { numAffectedRows } = await sql`
    update pages set status = change.status, parent_id = change.parent_id, updated_at = change.updated_at,
      revision = change.revision, publish_at = change.publish_at, unpublish_at = change.unpublish_at,
      published_at = change.published_at, path = array(select json_array_elements_text(change.path))
    from json_to_recordset(${JSON.stringify(heads.map(headRow))}::json)
      as change (id uuid, status text, parent_id uuid, path json, updated_at timestamptz, revision bigint, publish_at timestamptz, unpublish_at timestamptz,
        published_at timestamptz)
    where pages.id = change.id and pages.revision = change.revision - 1`.execute(tx)
  if (Number(numAffectedRows) !== heads.length) throw preconditionFailed()
}

async function deletePages(tx: Tx, heads: readonly PageHead[]): Promise<void> {
  if (heads.length === 0) return
  const { numAffectedRows } = await sql`
    delete from pages using json_to_recordset(${JSON.stringify(heads.map(headRow))}::json) as seen (id uuid, revision bigint)
    where pages.id = seen.id and pages.revision = seen.revision`.execute(tx)
  if (Number(numAffectedRows) !== heads.length) throw preconditionFailed()
  await deleteRevisions(tx, 'page', heads)
}

async function takenPageSlugs(
  tx: Tx,
  pageType: PageType,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  const query = tx
    .selectFrom('pages')
    .select('slug')
    .where('page_type', '=', pageType)
    .where('slug', '=', anyText(slugs))
  return new Set((await query.execute()).map(({ slug }) => slug))
}

async function get(db: Db, id: string): Promise<Page | undefined> {
  const row = await db.selectFrom('pages').select(pageColumns).where('id', '=', anyId(id)).executeTakeFirst()
  return row && pageFromRow(row)
}

async function custom(db: Db, slug: string): Promise<PageHead | undefined> {
  const row = await db
    .selectFrom('pages')
    .select(pageHeadColumns)
    .where('page_type', '=', 'custom')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row && pageHeadFromRow(row)
}

/** Limits the rows in a subquery, so that the size check of the outer query covers only the listed pages. */
async function page(
  db: Db,
  { status, pageType, limit, offset, body }: PageQuery,
): Promise<Listed<PageHead>[]> {
  const conditions = [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(pageType === undefined ? [] : [sql`page_type = ${pageType}`]),
  ]
  const { rows } = await sql<ListedPageRow>`
    select ${sql.raw(pageHeadColumns.join(', '))}, ${sql.raw(shortEnough(body, 'part'))}
    from (
      select ${sql.raw([...pageHeadColumns, ...longColumns[body]].join(', '))} from pages
      where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by created_at desc, id desc limit ${limit ?? null} offset ${offset}
    ) as part
    order by created_at desc, id desc`.execute(db)
  return rows.map((row) => listedPageFromRow(row, body))
}

async function count(db: Db, { status, pageType }: PageQuery): Promise<number> {
  const { n } = await db
    .selectFrom('pages')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'draft'))
    .$if(pageType !== undefined, (query) => query.where('page_type', '=', pageType ?? 'normal'))
    .executeTakeFirstOrThrow()
  return n
}

const headRow = (page: PageHead) => ({
  ...headColumns(page),
  parent_id: page.parentId ?? null,
  path: page.path,
})

const columnsOf = (page: Page) => ({
  ...itemColumns(page),
  page_type: page.pageType,
  parent_id: page.parentId ?? null,
  path: [...page.path],
})
