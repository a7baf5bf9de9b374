/** Between rows and the core's data. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
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

type PostRow = Pick<Selectable<ContentTables['posts']>, (typeof postColumns)[number]>
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

export type ListedPostRow = PostHeadRow & Pick<PostRow, 'metadata'> & { readonly body?: string }

export const listedPostFromRow = (row: ListedPostRow): Listed<PostHead> => ({
  ...postHeadFromRow(row),
  metadata: row.metadata,
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

export const pageFromRow = (row: PageRow): Page => ({
  ...pageHeadFromRow(row),
  metadata: row.metadata,
  content: row.content,
  text: row.plain_text,
})

/** The column that holds the body a list asks for. */
export const bodyColumn = { content: ['content as body'], text: ['plain_text as body'], none: [] } as const satisfies Record<
  Body,
  readonly string[]
>

/** For `id = ...`. Ids come from outside: what is no UUID in its usual form names nothing. */
export const anyId = (...ids: readonly string[]): RawBuilder<string> => sql<string>`any(${ids.filter(isId)}::uuid[])`

export const anyText = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${[...texts]}::text[])`

/** False for what names nothing. */
export const isId = (id: string): boolean => uuidForm.test(id)

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
