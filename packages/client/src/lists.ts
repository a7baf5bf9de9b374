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

/** Items per request: the server refuses lists above 32 MiB, and a post has up to 4 MiB. */
const pageSize = 50

/** Every matching post, newest first, without posts that are created meanwhile. */
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

/** Every matching page, newest first. */
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
