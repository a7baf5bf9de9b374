/** Reads whole lists page by page. */
import type { ApiClient } from './client.ts'
import { unwrap } from './errors.ts'
import type { paths } from './generated/api.ts'

export type ListQuery = NonNullable<paths['/api/posts']['get']['parameters']['query']>
type PageQuery = NonNullable<paths['/api/pages']['get']['parameters']['query']>

export interface ListItem {
  readonly frontmatter: Readonly<Record<string, unknown>>
  readonly content?: string
}

/**
 * Items per request. The server refuses lists above 32 MiB, so a list fails if its items exceed 655 KiB on
 * average. A single item may have up to 4 MiB.
 */
const pageSize = 50

/** Yields every matching post, newest first, except posts created after the first request. */
export async function* eachPost(
  client: ApiClient,
  query: Omit<ListQuery, 'cursor' | 'offset'> = {},
): AsyncGenerator<ListItem> {
  let cursor: string | undefined
  do {
    const { data, nextCursor } = await unwrap(
      client.GET('/api/posts', { params: { query: { limit: pageSize, ...query, cursor } } }),
    )
    yield* data
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** Yields every matching page, newest first. */
export async function* eachPage(
  client: ApiClient,
  query: Omit<PageQuery, 'offset'> = {},
): AsyncGenerator<ListItem> {
  const limit = query.limit ?? pageSize
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const answer = await unwrap(client.GET('/api/pages', { params: { query: { ...query, limit, offset } } }))
    yield* answer.data
    total = answer.total
  }
}
