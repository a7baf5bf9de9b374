/**
 * Values that pages share. A page gets only those that its template names, so that a change of another value
 * does not affect the page.
 */

import { textDirection } from '@typecase/kernel'
import type { MenuItem, Post } from '../../site/site.ts'
import type { Term } from '../addresses/taxonomy.ts'
import type { Context } from './context.ts'
import { type PostSummary, type TermLink, termLink } from './entry-models.ts'
import { type SiteIdentity, siteIdentity } from './site-identity.ts'

export interface MenuModel {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly class: string | null
  readonly target: string | null
  readonly children: readonly MenuModel[]
}

export interface CountedTerm extends TermLink {
  readonly count: number
}

export interface SiteModel extends SiteIdentity {
  readonly title: string
  readonly description: string
  readonly url: string
  readonly absoluteUrl: string
  readonly blogUrl: string
  readonly categoriesUrl: string
  readonly sitemapUrl: string
  readonly rssUrl: string
  readonly language: string
  readonly direction: string
  readonly timezone: string
}

export interface SharedModel {
  readonly site: SiteModel
  readonly theme: Readonly<Record<string, unknown>>
  readonly menu: readonly MenuModel[]
  readonly categories: readonly CountedTerm[]
  readonly tags: readonly CountedTerm[]
  readonly recentPosts: readonly PostSummary[]
  readonly siteUpdatedAt: string | null
}

export type SharedName = keyof SharedModel

const recent = 5

/** `lastChange` is the time of the last change of an entry. */
export function sharedModel(
  context: Context,
  summaryOf: (post: Post) => PostSummary,
  lastChange: string | null,
): SharedModel {
  const { settings, theme, posts, menu } = context.site
  return {
    site: {
      title: settings.siteTitle,
      description: settings.siteDescription,
      url: context.url({ kind: 'home', page: 1 }),
      absoluteUrl: context.absoluteUrl({ kind: 'home', page: 1 }),
      blogUrl: context.url({ kind: 'blog', page: 1 }),
      categoriesUrl: context.url({ kind: 'categories' }),
      sitemapUrl: context.url({ kind: 'sitemap', page: 1 }),
      rssUrl: `${context.addresses.basePath}/rss.xml`,
      language: settings.siteLanguage,
      direction: textDirection(settings.siteLanguage),
      timezone: settings.siteTimezone,
      ...siteIdentity(context),
    },
    siteUpdatedAt: lastChange,
    theme: { name: theme.name, title: theme.title, version: theme.version, info: theme.info },
    menu: menuTree(context, menu),
    categories: countedTerms(context, context.taxonomies.category.terms),
    tags: countedTerms(context, context.taxonomies.tag.terms),
    recentPosts: posts.slice(0, recent).map(summaryOf),
  }
}

export const countedTerms = (context: Context, terms: readonly Term[]): readonly CountedTerm[] =>
  terms.map((term) => ({ ...termLink(context, term), count: term.posts.length }))

/** Omits items with an unknown parent or in a cycle. */
function menuTree(context: Context, menu: readonly MenuItem[]): readonly MenuModel[] {
  const below = (parent: string | null): readonly MenuModel[] =>
    menu
      .filter((item) => item.parent === parent)
      .toSorted((a, b) => a.order - b.order)
      .map(({ id, title, url, class: className, target }) => ({
        id,
        title,
        url: context.resolve(url),
        class: className,
        target,
        children: below(id),
      }))
  return below(null)
}
