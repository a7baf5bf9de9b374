/** A page of the site as route and data, before a template is chosen. */

import type { Body, Page, Post } from '../site/site.ts'
import type { Route } from './addresses/routes.ts'
import type { Context } from './models/context.ts'
import type { PostSummary } from './models/entry-models.ts'
import type { CountedTerm } from './models/shared-model.ts'
import type { PageData } from './planned.ts'

export interface PageDraft {
  readonly route: Route
  /** Decides the template; differs from `route` on the further pages of a list that a custom page stands in for. */
  readonly templateRoute: Route
  /** Who wants the file, for the message when two do. */
  readonly owner: string
  /** The post or page that it is the page of; null for what the system makes by itself. */
  readonly own: Post | Page | null
  /** Posts that it shows besides. */
  readonly shows: readonly Post[]
  /** How its own post stands in lists; null for the page of none. */
  readonly summary: PostSummary | null
  /** When the page last changed by itself; null for lists. */
  readonly lastModified: string | null
  /** Without the content, which is put in when the page is rendered. */
  readonly data: Omit<PageData, 'head'>
  /** What the content is made of. */
  readonly body: Body | null
  /** Terms that the main part shows besides the data. */
  readonly terms: readonly CountedTerm[]
  /** The main part for a theme that has only a layout. */
  readonly readyMade: ReadyMade
}

export type ReadyMade = (content: string, draft: Pick<PageDraft, 'data' | 'terms'>) => string

export type SummaryOf = (post: Post) => PostSummary

/** One page of the site, whatever its posts say: it drafts the page for as long as everything has its place. */
export interface PageSource {
  readonly draft: (context: Context, summaryOf: SummaryOf) => PageDraft
  /** Whether those newer forms of posts change its draft although it shows none of them. */
  readonly isAlteredBy?: (newer: NewerPosts) => boolean
}

/** New forms of posts by their old ones. */
export type NewerPosts = ReadonlyMap<Post, Post>

/** What the data of a page has that shows none of it. */
export const nothing = {
  content: '',
  breadcrumbs: [],
  post: null,
  page: null,
  taxonomy: null,
  posts: [],
  pagination: null,
  sections: [],
} as const

/** A custom page may stand in for a page that the system makes by itself (contract.md#blog-and-category-lists). */
export const standsInFor = ({ type, path }: Page, slug: string): boolean =>
  type === 'custom' && path.join('/') === slug

export const ownerOf = ({ title }: Page): string => `The page "${title}"`
