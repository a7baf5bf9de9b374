/** Creates many posts quickly, by copying rows in the tables of the content service. */
import pg from 'pg'

/**
 * Copies published posts that do not contain `excludedWord` until there are `size` posts, and updates stored
 * counts. Copies have the facets of their originals, and earlier dates than all existing posts. Other
 * services do not receive the copies, so that their work is not measured.
 */
export async function multiplyPosts(databaseUrl: string, size: number, excludedWord: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=content' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('alter table posts disable trigger posts_note_change')
    await client.query(copySql, [size, excludedWord])
    await client.query('alter table posts enable trigger posts_note_change')
    await client.query('commit')
    // Otherwise autovacuum would run during a measurement.
    for (const table of ['posts', 'post_facets', 'post_counts']) await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
}

const copySql = `
  with originals as materialized (
    select *, row_number() over () as nth, count(*) over () as originals,
      (select count(*) from posts) as existing, (select min(created_at) from posts) as oldest
    from (
      select * from posts where status = 'published' and not search @@ to_tsquery('simple', $2::text)
      order by created_at desc limit 1000
    ) as chosen
  ), copies as (
    insert into posts
      (id, title, slug, status, author, created_at, updated_at, revision, metadata, content, plain_text, search, facets)
    select gen_random_uuid(), title, left(slug, 100) || '-' || existing || '-' || round || '-' || nth, status, author,
      oldest - (round * 1000 + nth) * interval '1 millisecond', updated_at, revision, metadata, content, plain_text, search, facets
    from originals, generate_series(0, ($1::bigint - existing) / originals) as round
    where round * originals + nth <= $1::bigint - existing
    returning id, created_at, status, facets
  ), faceted as (
    insert into post_facets (key, created_at, post_id) select unnest(facets), created_at, id from copies
  )
  insert into post_counts (key, status, n)
  select key, status, count(*) from (
    select unnest(facets) as key, status from copies
    union all
    select (select key from post_counts where status = 'published' order by n desc limit 1), status from copies
  ) as counted group by key, status
  on conflict (key, status) do update set n = post_counts.n + excluded.n`
