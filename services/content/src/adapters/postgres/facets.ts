/** A facet is a set of posts to count or filter by: all posts, or those of a category, tag or author. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { PostQuery } from '../../core/ports.ts'
import type { Post } from '../../core/posts/post.ts'
import { isOffered, type Term, termsOf } from '../../core/posts/terms.ts'
import { folded } from '../../core/search.ts'
import type { Status } from '../../core/status.ts'
import { lockingUntilEnd, lockUntilEnd } from './locks.ts'
import type { ContentTables } from './schema.ts'

/** A key of fixed size for a value of any size. */
const keyOf = (kind: string, value = ''): string => {
  const hex = createHash('sha256').update(`${kind}:${value}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

export const everyPost = keyOf('all')

/** Keys of the post's authors, category and tags; `everyPost` is not among them. */
export const facetsOf = (post: Post): string[] => termsOf(post).map(({ kind, name }) => keyOf(kind, name))

/** Rows of the table `terms` for the terms that lists offer. */
export const termRows = (terms: readonly Term[]) =>
  terms
    .filter(isOffered)
    .map(({ kind, name }) => ({ key: keyOf(kind, name), kind, name, folded: folded(name) }))

export const askedFacets = ({ category, tag, author }: PostQuery): string[] => [
  ...(author === undefined ? [] : [keyOf('author', author)]),
  ...(category === undefined ? [] : [keyOf('category', category)]),
  ...(tag === undefined ? [] : [keyOf('tag', tag)]),
]

interface Counted {
  readonly status: Status
  readonly facets: readonly string[]
}

/**
 * Collects changes of counts and writes them at the end of the transaction. Counts are stored, because
 * counting posts takes time proportional to their number.
 */
export function countChanges() {
  const changes = new Map<string, { key: string; status: Status; n: number }>()
  const named = new Map<string, ReturnType<typeof termRows>[number]>()
  const add = ({ status, facets }: Counted, by: number) => {
    for (const key of [everyPost, ...facets]) {
      const name = `${key} ${status}`
      changes.set(name, { key, status, n: (changes.get(name)?.n ?? 0) + by })
    }
  }
  return {
    /** `terms` are the post's terms, which the table `terms` may not contain yet. */
    appeared: (post: Counted, terms: readonly Term[] = []) => {
      add(post, 1)
      for (const row of termRows(terms)) named.set(row.key, row)
    },
    vanished: (post: Counted) => add(post, -1),
    isEmpty: () => changes.size === 0,
    /** Takes the lock first, because concurrent transactions change rows in different orders. */
    write: async (tx: Transaction<ContentTables>, lock: string) => {
      const rows = [...changes.values()].filter(({ n }) => n !== 0)
      if (rows.length === 0) return lockUntilEnd(tx, lock)
      const terms = [...new Set(rows.flatMap(({ key, n }) => (n > 0 ? [key] : [])))].flatMap(
        (key) => named.get(key) ?? [],
      )
      const written = await sql<{ key: string; n: number }>`
        with locked as materialized (select ${lockingUntilEnd(lock)})
        ${terms.length > 0 ? sql`, named as (${insertTerms(terms)})` : sql``}
        insert into post_counts (key, status, n)
        select key, status, n
        from locked, json_to_recordset(${JSON.stringify(rows)}::json) as change (key uuid, status text, n bigint)
        on conflict (key, status) do update set n = post_counts.n + excluded.n
        returning key, n`.execute(tx)
      const emptied = written.rows.flatMap(({ key, n }) => (n === 0 ? [key] : []))
      if (emptied.length > 0) await deleteEmptied(tx, emptied)
    },
  }
}

const insertTerms = (rows: ReturnType<typeof termRows>): RawBuilder<unknown> => sql`
  insert into terms (key, kind, name, folded)
  select key, kind, name, folded
  from locked, json_to_recordset(${JSON.stringify(rows)}::json) as term (key uuid, kind text, name text, folded text)
  on conflict (key) do nothing`

async function deleteEmptied(tx: Transaction<ContentTables>, keys: readonly string[]): Promise<void> {
  await sql`delete from post_counts where n = 0 and key = any(${keys}::uuid[])`.execute(tx)
  await sql`
    delete from terms
    where key = any(${keys}::uuid[]) and not exists (select from post_counts where post_counts.key = terms.key)`.execute(
    tx,
  )
}

export type CountChanges = ReturnType<typeof countChanges>
