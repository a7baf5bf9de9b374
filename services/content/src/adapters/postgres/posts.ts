import { sql, type Transaction } from 'kysely'
import { preconditionFailed, slugTaken } from '../../core/errors.ts'
import type { PostWriter } from '../../core/ports.ts'
import { type Post, type PostHead, searchedTexts } from '../../core/posts/post.ts'
import { termsOf } from '../../core/posts/terms.ts'
import { searchWords } from '../../core/search.ts'
import { type CountChanges, facetsOf } from './facets.ts'
import { deleteRevisions, insertRevisions, insertSnapshots } from './revisions.ts'
import {
  anyId,
  conflictOf,
  headColumns,
  itemColumns,
  postColumns,
  postFromRow,
  postHeadColumns,
  postHeadFromRow,
  takenSlugs,
} from './rows.ts'
import type { ContentTables } from './schema.ts'

type Tx = Transaction<ContentTables>

export const postgresPostWriter = (tx: Tx, counts: CountChanges): PostWriter => ({
  get: (id) => lockPost(tx, id),
  lock: (ids) => lockHeads(tx, ids),
  insert: (post) => insert(tx, counts, post),
  save: (post) => save(tx, counts, post),
  saveHeads: (heads) => saveHeads(tx, counts, heads),
  delete: (heads) => deletePosts(tx, counts, heads),
  insertRevisions: (revisions) => insertRevisions(tx, 'post', revisions),
  insertSnapshots: (snapshots) => insertSnapshots(tx, 'post', snapshots),
  takenSlugs: (slugs) => takenSlugs(tx, slugs),
})

async function lockPost(tx: Tx, id: string): Promise<Post | undefined> {
  const row = await tx
    .selectFrom('posts')
    .select(postColumns)
    .where('id', '=', anyId(id))
    .forUpdate()
    .executeTakeFirst()
  return row && postFromRow(row)
}

async function lockHeads(tx: Tx, ids: readonly string[]): Promise<readonly PostHead[]> {
  // Locked in the order of ids to avoid deadlocks.
  const query = tx
    .selectFrom('posts')
    .select(postHeadColumns)
    .where('id', '=', anyId(...ids))
    .orderBy('id')
    .forUpdate()
  return (await query.execute()).map(postHeadFromRow)
}

async function insert(tx: Tx, counts: CountChanges, post: Post): Promise<void> {
  const row = { id: post.id, created_at: post.createdAt, ...columnsOf(post) }
  const inserted = await tx
    .insertInto('posts')
    .values(row)
    .onConflict((conflict) => conflict.constraint('posts_slug_key').doNothing())
    .returning('id')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw conflictOf(error, 'post', post)
    })
  if (!inserted) throw slugTaken('post', post.slug)
  await insertFacets(tx, post, row.facets)
  counts.appeared(row, termsOf(post))
}

async function save(tx: Tx, counts: CountChanges, post: Post): Promise<void> {
  const before = await tx
    .selectFrom('posts')
    .select(['status', 'facets', 'created_at'])
    .where('id', '=', post.id)
    .executeTakeFirst()
  const columns = columnsOf(post)
  const updated = await tx
    .updateTable('posts')
    .set({ created_at: post.createdAt, ...columns })
    .where('id', '=', post.id)
    .where('revision', '=', post.revision - 1)
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw conflictOf(error, 'post', post)
    })
  if (!before || updated.numUpdatedRows !== 1n) throw preconditionFailed()
  const isMoved = before.created_at.getTime() !== post.createdAt.getTime()
  if (isMoved || before.facets.join() !== columns.facets.join()) {
    await tx.deleteFrom('post_facets').where('post_id', '=', post.id).execute()
    await insertFacets(tx, post, columns.facets)
  }
  counts.vanished(before)
  counts.appeared(columns, termsOf(post))
}

async function saveHeads(tx: Tx, counts: CountChanges, heads: readonly PostHead[]): Promise<void> {
  if (heads.length === 0) return
  const { rows } = await sql<{ was: PostHead['status']; status: PostHead['status']; facets: string[] }>`
    update posts set status = change.status, updated_at = change.updated_at, revision = change.revision,
      publish_at = change.publish_at, unpublish_at = change.unpublish_at,
      published_at = change.published_at
    from json_to_recordset(${JSON.stringify(heads.map(headColumns))}::json)
      as change (id uuid, status text, updated_at timestamptz, revision bigint, publish_at timestamptz, unpublish_at timestamptz,
        published_at timestamptz),
      posts as before
    where posts.id = change.id and posts.revision = change.revision - 1 and before.id = posts.id
    returning before.status as was, posts.status, posts.facets`.execute(tx)
  if (rows.length !== heads.length) throw preconditionFailed()
  for (const { was, status, facets } of rows) {
    counts.vanished({ status: was, facets })
    counts.appeared({ status, facets })
  }
}

async function deletePosts(tx: Tx, counts: CountChanges, heads: readonly PostHead[]): Promise<void> {
  if (heads.length === 0) return
  const { rows } = await sql<{ status: PostHead['status']; facets: string[] }>`
    delete from posts
    using json_to_recordset(${JSON.stringify(heads.map(headColumns))}::json) as seen (id uuid, revision bigint)
    where posts.id = seen.id and posts.revision = seen.revision
    returning posts.status, posts.facets`.execute(tx)
  if (rows.length !== heads.length) throw preconditionFailed()
  for (const post of rows) counts.vanished(post)
  await deleteRevisions(tx, 'post', heads)
}

const columnsOf = (post: Post) => ({
  ...itemColumns(post),
  author: post.author,
  search: sql`array_to_tsvector(${searchWords(searchedTexts(post))}::text[])`,
  facets: facetsOf(post),
})

async function insertFacets(tx: Tx, { id, createdAt }: Post, facets: readonly string[]): Promise<void> {
  await sql`insert into post_facets (key, created_at, post_id) select unnest(${[...facets]}::uuid[]), ${createdAt}, ${id}`.execute(
    tx,
  )
}
