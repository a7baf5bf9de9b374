/**
 * Creates many published posts quickly by inserting rows into the tables of the content service, whose
 * triggers record them as changes.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { CorpusPost } from './corpus.ts'

const batchSize = 500

/**
 * Inserts the posts and returns their ids in the same order. Columns that only API lists and search need are
 * empty.
 */
export async function insertPosts(databaseUrl: string, posts: readonly CorpusPost[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=content' })
  await client.connect()
  try {
    const ids = posts.map(() => randomUUID())
    for (let at = 0; at < posts.length; at += batchSize) {
      const batch = posts.slice(at, at + batchSize)
      await client.query(insertSql, [
        ids.slice(at, at + batchSize),
        batch.map(({ title }) => title),
        batch.map(({ slug }) => slug),
        batch.map(({ createdAt }) => createdAt),
        batch.map(({ category, tags }) => JSON.stringify({ category, tags })),
        batch.map(({ markdown }) => markdown),
      ])
    }
    await client.query('vacuum analyze posts')
    return ids
  } finally {
    await client.end()
  }
}

const insertSql = `
  insert into posts
    (id, title, slug, status, author, created_at, updated_at, revision, metadata, content, plain_text, search, facets)
  select id, title, slug, 'published', 'admin', at, at, 1, fields, markdown, '', '', '{}'
  from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::json[], $6::text[]) as given (id, title, slug, at, fields, markdown)`

/**
 * Makes the media service skip all posts that the publisher has read. Otherwise that service would search the
 * posts for file references for minutes, which would distort measurements.
 */
export async function skipPostsInMedia(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`
      insert into media.reference_cursor (one, cursor) select true, cursor from publisher.content_cursor
      on conflict (one) do update set cursor = excluded.cursor`)
  } finally {
    await client.end()
  }
}
