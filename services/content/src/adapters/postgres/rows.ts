/** Converts between rows and the data of the core. */
import { isUuid } from '@typecase/kernel'
import { uniqueViolation } from '@typecase/runtime/postgres'
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { type ItemKind, idTaken, slugTaken, sourceKeyTaken } from '../../core/errors.ts'
import type { ItemHead, ItemText } from '../../core/items/item.ts'
import type { JsonObject } from '../../core/json.ts'
import { listBytes, listTooLarge } from '../../core/list-input.ts'
import type { Page, PageHead } from '../../core/pages/page.ts'
import type { Body, Listed } from '../../core/ports.ts'
import type { Post, PostHead } from '../../core/posts/post.ts'
import type { ContentTables } from './schema.ts'

export type Db = Kysely<ContentTables> | Transaction<ContentTables>

const itemHeadColumns = [
  'id',
  'title',
  'slug',
  'status',
  'created_at',
  'updated_at',
  'publish_at',
  'unpublish_at',
  'published_at',
  'revision',
] as const
export const postHeadColumns = [...itemHeadColumns, 'author'] as const
export const shownPostColumns = [...postHeadColumns, 'metadata', 'content'] as const
export const postColumns = [...shownPostColumns, 'plain_text'] as const
export const pageHeadColumns = [...itemHeadColumns, 'page_type', 'parent_id', 'path'] as const
export const pageColumns = [...pageHeadColumns, 'metadata', 'content', 'plain_text'] as const

export type PostRow = Pick<Selectable<ContentTables['posts']>, (typeof postColumns)[number]>
export type ShownPostRow = Pick<PostRow, (typeof shownPostColumns)[number]>
type PostHeadRow = Pick<PostRow, (typeof postHeadColumns)[number]>
export type PageRow = Pick<Selectable<ContentTables['pages']>, (typeof pageColumns)[number]>
type PageHeadRow = Pick<PageRow, (typeof pageHeadColumns)[number]>

const itemHeadFromRow = (
  row: Pick<PostHeadRow & PageHeadRow, (typeof itemHeadColumns)[number]>,
): ItemHead => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  status: row.status,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  publishAt: row.publish_at ?? undefined,
  unpublishAt: row.unpublish_at ?? undefined,
  // The version before migration 0009 publishes items without this date.
  publishedAt: row.published_at ?? (row.status === 'published' ? row.created_at : undefined),
  revision: row.revision,
})

export const postHeadFromRow = (row: PostHeadRow): PostHead => ({
  ...itemHeadFromRow(row),
  author: row.author,
})

export const pageHeadFromRow = (row: PageHeadRow): PageHead => ({
  ...itemHeadFromRow(row),
  pageType: row.page_type,
  parentId: row.parent_id ?? undefined,
  path: row.path,
})

export const shownPostFromRow = (row: ShownPostRow): Omit<Post, 'text'> => ({
  ...postHeadFromRow(row),
  metadata: row.metadata,
  content: row.content,
})

export const postFromRow = (row: PostRow): Post => ({ ...shownPostFromRow(row), text: row.plain_text })

export const pageFromRow = (row: PageRow): Page => ({
  ...pageHeadFromRow(row),
  metadata: row.metadata,
  content: row.content,
  text: row.plain_text,
})

interface Long {
  readonly metadata: JsonObject | null
  readonly body?: string
}

export type ListedPostRow = PostHeadRow & Long
export type ListedPageRow = PageHeadRow & Long

/** @throws VALIDATION_ERROR when the list is too long */
export const listedPostFromRow = (row: ListedPostRow, body: Body): Listed<PostHead> => ({
  ...postHeadFromRow(row),
  ...listedText(row, body),
})

/** @throws VALIDATION_ERROR when the list is too long */
export const listedPageFromRow = (row: ListedPageRow, body: Body): Listed<PageHead> => ({
  ...pageHeadFromRow(row),
  ...listedText(row, body),
})

/** Columns of posts and pages that a save writes. */
export const itemColumns = (item: ItemHead & ItemText) => ({
  title: item.title,
  slug: item.slug,
  updated_at: item.updatedAt,
  status: item.status,
  publish_at: item.publishAt ?? null,
  unpublish_at: item.unpublishAt ?? null,
  published_at: item.publishedAt ?? null,
  revision: item.revision,
  metadata: JSON.stringify(item.metadata),
  content: item.content,
  plain_text: item.text,
})

/** Columns that a change of status writes. */
export const headColumns = ({
  id,
  status,
  updatedAt,
  revision,
  publishAt,
  unpublishAt,
  publishedAt,
}: ItemHead) => ({
  id,
  status,
  updated_at: updatedAt,
  revision,
  publish_at: publishAt,
  unpublish_at: unpublishAt,
  published_at: publishedAt,
})

export const longColumns = {
  content: ['metadata', 'content'],
  text: ['metadata', 'plain_text'],
  none: ['metadata'],
} as const satisfies Record<Body, readonly string[]>

/**
 * SQL columns with the metadata and body of each row of a list; null when the total size exceeds `listBytes`.
 * Postgres returns the length of a body without reading it. Texts for summaries are short and do not count.
 */
export function shortEnough(body: Body, table: string): string {
  const bytes = `octet_length(${table}.metadata::text)${body === 'content' ? ` + octet_length(${table}.content)` : ''}`
  const [metadata, shown] = longColumns[body].map(
    (column) => `case when sum(${bytes}) over () <= ${listBytes} then ${table}.${column} end`,
  )
  return `${metadata} as metadata${shown ? `, ${shown} as body` : ''}`
}

/** @throws VALIDATION_ERROR when the list is too long */
function listedText({ metadata, body: text }: Long, body: Body) {
  if (metadata === null) throw listTooLarge(body)
  return { metadata, body: text }
}

/** Converts a unique violation that a client can cause to its API error. Returns other errors unchanged. */
export function conflictOf(
  error: unknown,
  kind: ItemKind,
  { slug, id }: Pick<ItemHead, 'slug' | 'id'>,
): unknown {
  const constraint = uniqueViolation(error)
  if (constraint === `${kind}s_slug_key`) return slugTaken(kind, slug)
  if (constraint === `${kind}s_pkey`) return idTaken(id)
  return constraint === 'source_keys_pkey' ? sourceKeyTaken() : error
}

/** For `id = ...`: text that is not a canonical UUID matches no row. */
export const anyId = (...ids: readonly string[]): RawBuilder<string> =>
  sql<string>`any(${ids.filter(isUuid)}::uuid[])`

export const anyText = (texts: readonly string[]): RawBuilder<string> =>
  sql<string>`any(${[...texts]}::text[])`

export async function takenSlugs(db: Db, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('posts').select('slug').where('slug', '=', anyText(slugs)).execute()
  return new Set(rows.map(({ slug }) => slug))
}
