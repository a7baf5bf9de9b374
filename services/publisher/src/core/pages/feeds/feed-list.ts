/** The content of a feed, independent of its format. */
import type { Post } from '../../site/site.ts'
import type { Term } from '../addresses/taxonomy.ts'
import type { Context } from '../models/context.ts'

export interface FeedList {
  /** Path from the root of the site with a trailing slash; empty for the feeds of the whole site. */
  readonly folder: string
  readonly title: string
  /** Absolute URL of the page with the same posts. */
  readonly url: string
  /** Newest first. */
  readonly posts: readonly Post[]
}

export const feedNames = { rss: 'rss.xml', atom: 'atom.xml', json: 'feed.json' } as const
export type FeedName = keyof typeof feedNames

export const siteFeedPaths: readonly string[] = Object.values(feedNames)

/** One feed format. A feed is `open`, its entries with `separator` between them, then `close`. */
export interface FeedFormat {
  readonly open: (context: Context, list: FeedList) => string
  readonly entry: (context: Context, post: Post) => string
  readonly separator: string
  readonly close: string
}

/**
 * Maximum posts in the Atom and JSON feeds of the site, and in each feed of a term
 * (contract.md#feed-and-sitemap).
 */
export const postsOfFeed = { site: 100, term: 20 }

export const siteFeed = (context: Context, most: number): FeedList => ({
  folder: '',
  title: context.site.settings.siteTitle,
  url: context.absoluteUrl({ kind: 'home', page: 1 }),
  posts: context.site.posts.slice(0, Math.min(most, context.site.settings.rssEntryLimit)),
})

export function termFeed(context: Context, term: Term): FeedList {
  const { type, slug, posts } = term
  const { siteTitle, rssEntryLimit } = context.site.settings
  const name = type === 'author' ? context.authors.nameOf(term) : term.name
  return {
    folder: `${type}/${slug}/`,
    title: `${name} – ${siteTitle}`,
    url: context.absoluteUrl({ kind: type, slug, page: 1 }),
    posts: posts.slice(0, Math.min(postsOfFeed.term, rssEntryLimit)),
  }
}

export interface FeedAuthor {
  readonly name: string
  /** Absolute URL of the author's page. */
  readonly url: string
}

export const authorsOf = (context: Context, { authors }: Post): readonly FeedAuthor[] =>
  context.authors
    .linksOf(authors)
    .map(({ name, slug }) => ({ name, url: context.absoluteUrl({ kind: 'author', slug, page: 1 }) }))

export const feedUrl = ({ addresses }: Context, { folder }: FeedList, name: FeedName): string =>
  `${addresses.absoluteBase}/${folder}${feedNames[name]}`

/** Date of the newest change of a listed post; undefined for an empty list. */
export function newestChange(posts: readonly Post[]): string | undefined {
  let newest: string | undefined
  for (const { updatedAt } of posts) if (newest === undefined || updatedAt > newest) newest = updatedAt
  return newest
}

export const termsOf = ({ category, tags }: Post): readonly string[] =>
  category === null ? tags : [category, ...tags]

export const summaryOf = ({ excerpt, body }: Post): string => excerpt ?? body.excerpt
