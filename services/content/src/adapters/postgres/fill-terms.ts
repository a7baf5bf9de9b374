/**
 * Fills the table `terms`. Versions before migration 0007 store counts of categories, tags and authors, but
 * not their names.
 */
import { type Part, repeating } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { type Postgres, transactionWithRetry } from '@typecase/runtime/postgres'
import { sql } from 'kysely'
import type { JsonObject } from '../../core/json.ts'
import { termsOf } from '../../core/posts/terms.ts'
import { termRows } from './facets.ts'
import { commitOrder, lockUntilEnd } from './locks.ts'
import type { ContentTables } from './schema.ts'

const everyMs = 10 * 60_000
const firstKey = '00000000-0000-0000-0000-000000000000'

type Database = Pick<Postgres<ContentTables>, 'db'>

export interface FillTermsOptions {
  readonly postgres: Database
  /** Keys per batch. */
  readonly size?: number
  readonly signal?: AbortSignal
}

interface Batch {
  readonly last: string | null
  /** Keys in `post_counts` without a row in `terms`. Terms that lists do not offer never have a row. */
  readonly missing: readonly string[]
  /** Keys in `terms` that no post has. */
  readonly orphaned: readonly string[]
}

/** Adds missing terms and removes terms without posts, one batch of keys after the other. */
export async function fillTerms({ postgres, size = 1_000, signal }: FillTermsOptions): Promise<void> {
  for (let after: string | null = firstKey; after !== null && !signal?.aborted; ) {
    const batch = await nextBatch(postgres, after, size)
    const rows = batch.missing.length > 0 ? await rowsOf(postgres, batch.missing) : []
    if (rows.length > 0 || batch.orphaned.length > 0) await store(postgres, rows, batch.orphaned)
    after = batch.last
  }
}

async function nextBatch({ db }: Database, after: string, size: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with keys as materialized (
      (select distinct key from post_counts where key > ${after} order by key limit ${size})
      union (select key from terms where key > ${after} order by key limit ${size})
      order by key limit ${size}
    ), compared as (
      select key, exists (select from post_counts where post_counts.key = keys.key) as counted,
        exists (select from terms where terms.key = keys.key) as named
      from keys
    )
    select (select key from keys order by key desc limit 1) as last,
      array(select key from compared where not named) as missing,
      array(select key from compared where not counted) as orphaned`.execute(db)
  return rows[0] ?? { last: null, missing: [], orphaned: [] }
}

/** Reads the name of each term from one post that has its key. */
async function rowsOf({ db }: Database, keys: readonly string[]): Promise<ReturnType<typeof termRows>> {
  const { rows } = await sql<{
    key: string
    author: string
    authors: JsonObject[string]
    category: JsonObject[string]
    tags: JsonObject[string]
  }>`
    select facet.key, author, metadata -> 'authors' as authors, metadata -> 'category' as category, metadata -> 'tags' as tags
    from unnest(${keys}::uuid[]) as asked (key),
      lateral (select key, post_id from post_facets where post_facets.key = asked.key limit 1) as facet
      join posts on posts.id = facet.post_id`.execute(db)
  return rows.flatMap(({ key, author, ...metadata }) =>
    termRows(termsOf({ author, metadata })).filter((row) => row.key === key),
  )
}

/** Blocks other writers of counts, because one that deletes the last post of a term deletes the term too. */
const store = (
  postgres: Database,
  rows: ReturnType<typeof termRows>,
  orphaned: readonly string[],
): Promise<void> =>
  transactionWithRetry(postgres, async (tx) => {
    await lockUntilEnd(tx, commitOrder)
    await sql`
      insert into terms (key, kind, name, folded)
      select key, kind, name, folded
      from json_to_recordset(${JSON.stringify(rows)}::json) as term (key uuid, kind text, name text, folded text)
      where exists (select from post_counts where post_counts.key = term.key)
      on conflict (key) do nothing`.execute(tx)
    await sql`
      delete from terms
      where key = any(${orphaned}::uuid[]) and not exists (select from post_counts where post_counts.key = terms.key)`.execute(
      tx,
    )
  })

/**
 * Runs at start and every ten minutes, because replicas of an older version still write posts during a
 * rolling upgrade.
 */
export function fillTermsPart({
  postgres,
  log,
}: {
  readonly postgres: Database
  readonly log: Logger
}): Part {
  const stopping = new AbortController()
  const filling = repeating({
    name: 'terms of posts',
    everyMs,
    log,
    work: () => fillTerms({ postgres, signal: stopping.signal }),
  })
  return {
    ...filling,
    stop: () => {
      stopping.abort()
      return filling.stop()
    },
  }
}
