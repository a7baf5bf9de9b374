/** The route and data of a page, before a template is chosen. */

import type { Body, Page, Post } from '../site/site.ts'
import type { Route } from './addresses/routes.ts'
import type { SitemapEntry } from './feeds/sitemap.ts'
import type { Context } from './models/context.ts'
import type { DefaultMainContext } from './models/default-main.ts'
import type { PostSummary } from './models/entry-models.ts'
import type { CountedTerm } from './models/shared-model.ts'
import type { PageData, PlannedPage } from './planned.ts'

export interface PageDraft {
  readonly route: Route
  /** Route that selects the template. For a further page of a list, it is the route of the first page. */
  readonly templateRoute: Route
  readonly owner: string
  readonly own: Post | Page | null
  readonly shows: readonly Post[]
  readonly summary: PostSummary | null
  readonly lastModified: string | null
  readonly data: Omit<PageData, 'head'>
  readonly body: Body | null
  readonly terms: readonly CountedTerm[]
  readonly defaultMain: DefaultMain
}

export type DefaultMain = (
  content: string,
  draft: Pick<PageDraft, 'data' | 'terms'>,
  context: DefaultMainContext,
) => string

export type SummaryOf = (post: Post) => PostSummary

/**
 * Drafts one page. While only the contents of posts change, the planner calls the same source again with a
 * newer context.
 */
export interface PageSource {
  readonly draft: (context: Context, summaryOf: SummaryOf) => PageDraft
  /** True if new revisions of posts change the page although these posts are not in `shows`. */
  readonly isAlteredBy?: (newer: NewerPosts) => boolean
}

export interface Drafted {
  readonly source: PageSource
  /** Undefined for a page that is not in the sitemap. */
  readonly entry: SitemapEntry | undefined
  readonly file: OwnedPage
}

export interface OwnedPage extends PlannedPage {
  readonly owner: string
}

/** Maps the old revision of each changed post to the new revision. */
export type NewerPosts = ReadonlyMap<Post, Post>

export const nothing = {
  seoTitle: null,
  content: '',
  breadcrumbs: [],
  post: null,
  page: null,
  taxonomy: null,
  author: null,
  posts: [],
  pagination: null,
  sections: [],
  alternates: [],
} as const

export const standsInFor = ({ type, path }: Page, slug: string): boolean =>
  type === 'custom' && path.join('/') === slug

export const ownerOf = ({ title }: Page): string => `The page "${title}"`
