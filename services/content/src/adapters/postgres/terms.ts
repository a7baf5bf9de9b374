import type { PageOf } from '@typecase/kernel'
import { type Kysely, sql } from 'kysely'
import type { TermQuery } from '../../core/ports.ts'
import type { CountedTerm } from '../../core/posts/terms.ts'
import type { ContentTables } from './schema.ts'

/**
 * Lists the most used names first. The query counts all matching names before it applies the limit; a site
 * has only thousands of names.
 */
export async function listTerms(db: Kysely<ContentTables>, query: TermQuery): Promise<PageOf<CountedTerm>> {
  const matches = sql`terms.kind = ${query.kind} and strpos(terms.folded, ${query.search}) > 0`
  const found = sql<CountedTerm>`
    select terms.name, sum(post_counts.n)::bigint as count
    from terms join post_counts on post_counts.key = terms.key
    where ${matches}
    group by terms.key
    order by count desc, terms.name collate "und-x-icu", terms.name collate "C"
    limit ${query.limit} offset ${query.offset}`
  const counted = sql<{ total: number }>`select count(*) as total from terms where ${matches}`
  const [{ rows }, totals] = await Promise.all([found.execute(db), counted.execute(db)])
  return { items: rows, total: totals.rows[0]?.total ?? 0 }
}
