import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Term } from '../../../core/posts/terms.ts'
import { termRows } from '../facets.ts'

/** Stores the names of categories, tags and authors; facets contain only digests of the names. */
export const terms: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table terms (
        key uuid primary key,
        kind text not null check (kind in ('category', 'tag', 'author')),
        name text not null,
        folded text not null
      )`.execute(db)
    const { rows } = await namesInPosts.execute(db)
    const all = termRows(rows)
    for (let at = 0; at < all.length; at += batchSize)
      await sql`
        insert into terms (key, kind, name, folded)
        select key, kind, name, folded
        from json_to_recordset(${JSON.stringify(all.slice(at, at + batchSize))}::json)
          as term (key uuid, kind text, name text, folded text)
        where exists (select from post_counts where post_counts.key = term.key)`.execute(db)
  },
}

/** Rows per statement. */
const batchSize = 5_000

const namesInPosts = sql<Term>`
  select distinct kind, name
  from posts, lateral (
    select 'author' as kind, author as name
    union all
    select 'category', metadata ->> 'category' where json_typeof(metadata -> 'category') = 'string'
    union all
    select 'tag', tag #>> '{}'
    from json_array_elements(case when json_typeof(metadata -> 'tags') = 'array' then metadata -> 'tags' else '[]'::json end) as tag
    where json_typeof(tag) = 'string'
  ) as term`
