/**
 * Reads the most frequent lists (newest first, no filter but the status). One prepared statement returns the
 * items and the total.
 */
import type { Postgres } from '@typecase/runtime/postgres'
import type { Listed, PostQuery } from '../../core/ports.ts'
import type { PostHead } from '../../core/posts/post.ts'
import { everyPost } from './facets.ts'
import { type ListedPostRow, listedPostFromRow, longColumns, postHeadColumns, shortEnough } from './rows.ts'
import type { ContentTables } from './schema.ts'

export type PostPage = { readonly items: Listed<PostHead>[]; readonly total: number }

type Row = Omit<ListedPostRow, 'id'> & { readonly id: string | null; readonly total: number }

interface Statement {
  readonly ask: (values: readonly unknown[]) => Promise<readonly Row[]>
  /** Maximum number of posts for which the plan is used. */
  readonly upTo: number
}

/**
 * Postgres plans a statement for the number of posts at that time. When there are 8 times as many posts, the
 * statement is prepared again.
 */
const growth = 8
const fewest = 100

/** Items and total of a list that `isUsual` accepts. */
export function usualLists({
  prepare,
}: Pick<Postgres<ContentTables>, 'prepare'>): (query: PostQuery) => Promise<PostPage> {
  const statements = new Map<string, Statement>()
  const prepared = (text: string, total: number): Statement => {
    const statement = { ask: prepare<Row>(text), upTo: Math.max(total, fewest) * growth }
    statements.set(text, statement)
    return statement
  }
  return async (query) => {
    const text = textOf(query)
    const { ask, upTo } = statements.get(text) ?? prepared(text, 0)
    const rows = await ask(query.after ? [query.after.createdAt, query.after.id] : [])
    const total = rows[0]?.total ?? 0
    if (total > upTo && statements.get(text)?.upTo === upTo) prepared(text, total)
    return { items: rows.flatMap((row) => (hasPost(row) ? [listedPostFromRow(row, query.body)] : [])), total }
  }
}

/** If the page has no posts, the statement returns one row that contains only the total. */
const hasPost = (row: Row): row is Row & { readonly id: string } => row.id !== null

const lengths: ReadonlySet<number> = new Set([10, 20, 50, 100])

/**
 * True for lists by date with one of four page sizes. Only four, because each needs its own prepared
 * statement per connection.
 */
export const isUsual = ({ category, tag, author, terms, sort, limit, offset }: PostQuery): boolean =>
  sort.by === 'createdAt' &&
  sort.descending &&
  offset === 0 &&
  lengths.has(limit) &&
  [category, tag, author, terms].every((filter) => filter === undefined)

const statusIs = { published: `status = 'published'`, draft: `status = 'draft'` } as const

function textOf({ status, body, after, limit }: PostQuery): string {
  const columns = [...postHeadColumns, ...longColumns[body]].join(', ')
  const heads = postHeadColumns.map((column) => `part.${column}`).join(', ')
  const ofStatus = status === undefined ? 'true' : statusIs[status]
  const behind = after ? '(created_at, id) < ($1::timestamptz, $2::uuid)' : 'true'
  return `
    select counted.total, ${heads}, ${shortEnough(body, 'part')}
    from (select coalesce(sum(n), 0)::bigint as total from post_counts where key = '${everyPost}' and ${ofStatus}) as counted
    left join (
      select ${columns} from posts where ${ofStatus} and ${behind} order by created_at desc, id desc limit ${limit}
    ) as part on true
    order by part.created_at desc, part.id desc`
}
