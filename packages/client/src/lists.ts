/** Whole lists, read page by page. */
import type { ApiClient } from './client.ts'
import { unwrap } from './errors.ts'
import type { paths } from './generated/api.ts'

export type ListQuery = NonNullable<paths['/api/posts']['get']['parameters']['query']>
type PageQuery = NonNullable<paths['/api/pages']['get']['parameters']['query']>

export interface ListItem {
  readonly frontmatter: Readonly<Record<string, unknown>>
  readonly content?: string
}

/** Items a request: a list of more than 32 MiB is refused, and a post has 4 MiB at most. */
const pageSize = 50

/** Every post that matches, newest first; a post that is created meanwhile is not in the list. */
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

/** Every page that matches, newest first. */
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
