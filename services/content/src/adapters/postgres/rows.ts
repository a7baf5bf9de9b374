/** Between rows and the core's data. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { JsonObject } from '../../core/json.ts'
import { listBytes, listTooLarge } from '../../core/list-input.ts'
import type { Page, PageHead } from '../../core/pages/page.ts'
import type { Body, Listed } from '../../core/ports.ts'
import type { Post, PostHead } from '../../core/posts/post.ts'
import type { ContentTables } from './schema.ts'

export type Db = Kysely<ContentTables> | Transaction<ContentTables>

export const postHeadColumns = [
  'id',
  'title',
  'slug',
  'status',
  'author',
  'created_at',
  'updated_at',
  'publish_at',
  'unpublish_at',
  'revision',
] as const
export const shownPostColumns = [...postHeadColumns, 'metadata', 'content'] as const
export const postColumns = [...shownPostColumns, 'plain_text'] as const
export const pageHeadColumns = [
  'id',
  'title',
  'slug',
  'status',
  'page_type',
  'parent_id',
  'path',
  'created_at',
  'updated_at',
  'publish_at',
  'unpublish_at',
  'revision',
] as const
export const pageColumns = [...pageHeadColumns, 'metadata', 'content', 'plain_text'] as const

export type PostRow = Pick<Selectable<ContentTables['posts']>, (typeof postColumns)[number]>
export type ShownPostRow = Pick<PostRow, (typeof shownPostColumns)[number]>
type PostHeadRow = Pick<PostRow, (typeof postHeadColumns)[number]>
type PageRow = Pick<Selectable<ContentTables['pages']>, (typeof pageColumns)[number]>
type PageHeadRow = Pick<PageRow, (typeof pageHeadColumns)[number]>

export const postHeadFromRow = (row: PostHeadRow): PostHead => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  status: row.status,
  author: row.author,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  publishAt: row.publish_at ?? undefined,
  unpublishAt: row.unpublish_at ?? undefined,
  revision: row.revision,
})

export const shownPostFromRow = (row: ShownPostRow): Omit<Post, 'text'> => ({
  ...postHeadFromRow(row),
  metadata: row.metadata,
  content: row.content,
})

interface Long {
  readonly metadata: JsonObject | null
  readonly body?: string
}

export type ListedPostRow = PostHeadRow & Long
export type ListedPageRow = PageHeadRow & Long

/** @throws VALIDATION_ERROR when the list was too long */
export const listedPostFromRow = (row: ListedPostRow, body: Body): Listed<PostHead> => ({
  ...postHeadFromRow(row),
  metadata: shownMetadata(row.metadata, body),
  body: row.body,
})

export const postFromRow = (row: PostRow): Post => ({ ...shownPostFromRow(row), text: row.plain_text })

export const pageHeadFromRow = (row: PageHeadRow): PageHead => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  status: row.status,
  pageType: row.page_type,
  parentId: row.parent_id ?? undefined,
  path: row.path,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  publishAt: row.publish_at ?? undefined,
  unpublishAt: row.unpublish_at ?? undefined,
  revision: row.revision,
})

/** @throws VALIDATION_ERROR when the list was too long */
export const listedPageFromRow = (row: ListedPageRow, body: Body): Listed<PageHead> => ({
  ...pageHeadFromRow(row),
  metadata: shownMetadata(row.metadata, body),
  body: row.body,
})

export const pageFromRow = (row: PageRow): Page => ({
  ...pageHeadFromRow(row),
  metadata: row.metadata,
  content: row.content,
  text: row.plain_text,
})

/** The long columns that a list reads. */
export const longColumns = {
  content: ['metadata', 'content'],
  text: ['metadata', 'plain_text'],
  none: ['metadata'],
} as const satisfies Record<Body, readonly string[]>

/**
 * Metadata and body of the rows of one list, each null when they are longer together than a list may be: a length is
 * known without reading what is long. The text for summaries is not long and does not count.
 */
export function shortEnough(body: Body, table: string): string {
  const bytes = `octet_length(${table}.metadata::text)${body === 'content' ? ` + octet_length(${table}.content)` : ''}`
  const [metadata, shown] = longColumns[body].map(
    (column) => `case when sum(${bytes}) over () <= ${listBytes} then ${table}.${column} end`,
  )
  return `${metadata} as metadata${shown ? `, ${shown} as body` : ''}`
}

/** @throws VALIDATION_ERROR when it was left out for its length */
function shownMetadata(metadata: JsonObject | null, body: Body): JsonObject {
  if (metadata === null) throw listTooLarge(body)
  return metadata
}

/** For `id = ...`. Ids come from outside: what is no UUID in its usual form names nothing. */
export const anyId = (...ids: readonly string[]): RawBuilder<string> =>
  sql<string>`any(${ids.filter(isId)}::uuid[])`

export const anyText = (texts: readonly string[]): RawBuilder<string> =>
  sql<string>`any(${[...texts]}::text[])`

/** Those of the slugs that posts use. */
export async function takenSlugs(db: Db, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('posts').select('slug').where('slug', '=', anyText(slugs)).execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** False for what names nothing. */
export const isId = (id: string): boolean => uuidForm.test(id)

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
