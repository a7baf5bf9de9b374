import { isUuid } from '@typecase/kernel'
import type { Postgres } from '@typecase/runtime/postgres'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Listed, PostQuery, PostReader, Sort } from '../../core/ports.ts'
import type { PostHead } from '../../core/posts/post.ts'
import { dueIds } from './due.ts'
import { askedFacets, everyPost } from './facets.ts'
import { revisionReader } from './revisions.ts'
import {
  anyId,
  type ListedPostRow,
  listedPostFromRow,
  type PostRow,
  postColumns,
  postFromRow,
  postHeadColumns,
  postHeadFromRow,
  type ShownPostRow,
  shortEnough,
  shownPostColumns,
  shownPostFromRow,
  takenSlugs,
} from './rows.ts'
import type { ContentTables } from './schema.ts'
import { listTerms } from './terms.ts'
import { isUsual, usualLists } from './usual-lists.ts'

export function postgresPostReader({
  db,
  prepare,
}: Pick<Postgres<ContentTables>, 'db' | 'prepare'>): PostReader {
  const usual = usualLists({ prepare })
  const byId = prepare<ShownPostRow>(`select ${shownPostColumns.join(', ')} from posts where id = $1`)
  const wholeById = prepare<PostRow>(`select ${postColumns.join(', ')} from posts where id = $1`)
  return {
    get: async (id) => {
      const [row] = isUuid(id) ? await byId([id]) : []
      return row && shownPostFromRow(row)
    },

    stored: async (id) => {
      const [row] = isUuid(id) ? await wholeById([id]) : []
      return row && postFromRow(row)
    },

    takenSlugs: (slugs) => takenSlugs(db, slugs),
    due: (at, limit) => dueIds(db, 'posts', at, limit),
    revisions: revisionReader(db, 'post'),

    heads: async (ids) => {
      const query = db
        .selectFrom('posts')
        .select([...postHeadColumns, 'metadata'])
        .where('id', '=', anyId(...ids))
      return (await query.execute()).map((row) => ({
        ...postHeadFromRow(row),
        metadata: row.metadata,
        body: undefined,
      }))
    },

    terms: (query) => listTerms(db, query),

    list: async (query) => {
      if (query.terms?.length === 0) return { items: [], total: 0 }
      if (isUsual(query)) return usual(query)
      const [items, total] = await Promise.all([page(db, query), count(db, query)])
      return { items, total }
    },
  }
}

/** Finds the ids first, if possible from an index alone, then reads the long columns of these posts only. */
async function page(db: Kysely<ContentTables>, query: PostQuery): Promise<Listed<PostHead>[]> {
  const { from, where, createdAt, id } = source(query)
  const rest = query.after
    ? sql`and (${createdAt}, ${id}) < (${query.after.createdAt}, ${query.after.id}::uuid)`
    : sql``
  const ids = sql<{ id: string }>`
    select ${id} as id from ${from} where ${where} ${rest}
    order by ${order(query.sort, createdAt, id)} limit ${query.limit} offset ${query.offset}`
  const { rows } = await sql<ListedPostRow>`
    select ${heads}, ${sql.raw(shortEnough(query.body, 'posts'))}
    from posts join (${ids}) as found on found.id = posts.id
    order by ${order(query.sort, sql`posts.created_at`, sql`posts.id`)}`.execute(db)
  return rows.map((row) => listedPostFromRow(row, query.body))
}

const heads = sql.raw(postHeadColumns.map((column) => `posts.${column}`).join(', '))

/** Uses stored counts for all posts and for one facet; counts rows for narrower filters. */
async function count(db: Kysely<ContentTables>, query: PostQuery): Promise<number> {
  const facets = askedFacets(query)
  if (query.terms || facets.length > 1) {
    const { from, where } = source(query)
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${from} where ${where}`.execute(db)
    return rows[0]?.n ?? 0
  }
  const counts = db
    .selectFrom('post_counts')
    .select('n')
    .where('key', '=', facets[0] ?? everyPost)
  const rows = await (query.status === undefined
    ? counts
    : counts.where('status', '=', query.status)
  ).execute()
  return rows.reduce((sum, { n }) => sum + n, 0)
}

interface Source {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly createdAt: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
}

function source(query: PostQuery): Source {
  const facets = askedFacets(query)
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (query.status !== undefined) conditions.push(sql`posts.status = ${query.status}`)
  for (const key of facets.slice(1))
    conditions.push(
      sql`exists (select from post_facets as also where also.post_id = posts.id and also.key = ${key}::uuid)`,
    )
  const where = (more: RawBuilder<unknown>[]) => sql.join([...conditions, ...more], sql` and `)
  const posts = query.terms ? hits(query.terms) : sql`posts`
  if (facets.length === 0)
    return { from: posts, where: where([]), createdAt: sql`posts.created_at`, id: sql`posts.id` }
  // The primary key of `post_facets` is in list order, so that Postgres stops reading after the listed posts.
  return {
    from: sql`post_facets as facet join ${posts} on posts.id = facet.post_id`,
    where: where([sql`facet.key = ${facets[0]}::uuid`]),
    createdAt: sql`facet.created_at`,
    id: sql`facet.post_id`,
  }
}

/** `offset 0` prevents the planner from walking the index of the sort order, which would read most posts. */
const hits = (terms: readonly string[]): RawBuilder<unknown> =>
  sql`(select id, status, title, created_at, updated_at, published_at from posts where search @@ ${tsquery(terms)}::tsquery offset 0) as posts`

/** Terms contain letters and digits only (core/search.ts). */
const tsquery = (terms: readonly string[]): string => terms.map((term) => `'${term}':*`).join(' & ')

/** Publication date, by the same rule as in rows.ts. */
const publication = sql`coalesce(posts.published_at, case posts.status when 'published' then posts.created_at end)`

function order(
  { by, descending }: Sort,
  createdAt: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`
  const newest = sql`${createdAt} desc, ${id} desc`
  if (by === 'createdAt') return descending ? newest : sql`${createdAt} asc, ${id} desc`
  if (by === 'publishedAt') return sql`${publication} ${direction} nulls last, ${newest}`
  if (by === 'updatedAt') return sql`posts.updated_at ${direction}, ${newest}`
  const whole = sql`posts.title collate "und-x-icu"`
  return sql`left(posts.title, 200) collate "und-x-icu" ${direction}, ${whole} ${direction}, ${newest}`
}
