/** The state that the planner reuses for the next plan. */
import type { RenderError } from '../errors.ts'
import type { SiteRedirects } from '../site/redirects.ts'
import type { Post, Site } from '../site/site.ts'
import { type Addresses, type ResolveUrl, resolver } from './addresses/addresses.ts'
import { termsOfAll, withNewerPosts } from './addresses/taxonomy.ts'
import { ChunkedList } from './chunked-list.ts'
import { withoutCollisions } from './claims.ts'
import { type FeedMemory, feedMemory } from './feeds/feeds.ts'
import type { SitemapEntry, SitemapMemory } from './feeds/sitemap.ts'
import type { Sorted, SortedFiles } from './file-order.ts'
import { type Context, taxonomiesOf } from './models/context.ts'
import type { PostSummary } from './models/entry-models.ts'
import { lastChangeAfter, lastChangeOf } from './models/last-change.ts'
import type { Drafted, NewerPosts, SummaryOf } from './page-draft.ts'
import { routesOf } from './plan-pages.ts'
import type { PlannedText } from './planned.ts'
import type { ShownPosts } from './shown-posts.ts'
import type { CardMemory } from './social-cards.ts'

export interface Drafting {
  readonly context: Context
  readonly summaryOf: SummaryOf
}

export interface PlanMemory {
  /** JSON text of the inputs that may affect every page. */
  readonly world: string
  readonly site: Site
  readonly layout: Omit<Layout, 'memory' | 'newer'>
  readonly summaries: WeakMap<Post, PostSummary>
  readonly feeds: FeedMemory
  readonly cards: CardMemory
  readonly sitemap: SitemapMemory
  readonly now: { drafting: Drafting | undefined }
  /** Indexes are stable while this memory is reused. */
  pages: ChunkedList<Drafted>
  shown?: ShownPosts
  /** The digest of each template with its shared values, from the pages. */
  templates?: ReadonlyMap<string, string>
  files?: SortedFiles
  sitemapEntries?: Sorted<SitemapEntry>
  entryAddresses?: ReadonlyMap<string, string>
  redirects?: {
    readonly from: SiteRedirects
    readonly files: readonly PlannedText[]
  }
}

/** The parts of a plan that can be reused while posts stay in their places. */
export interface Layout {
  readonly site: Site
  readonly taxonomies: Context['taxonomies']
  readonly resolve: ResolveUrl
  readonly omitted: readonly RenderError[]
  readonly lastChange: string | null
  /** Set if all posts stayed in their places. */
  readonly newer: NewerPosts | undefined
  readonly memory: PlanMemory
}

/** Reuses the former layout if pages are unchanged and posts stayed in their places. */
export function layoutOf(site: Site, addresses: Addresses, former: PlanMemory | undefined): Layout {
  const world = JSON.stringify([site.settings, addresses, site.theme.digest, site.media, site.profiles])
  const newer = former?.world === world ? newerPosts(former.site, site) : undefined
  if (!former || !newer || former.layout.omitted.length > 0) return freshLayout(site, addresses, world)
  const { category, tag, author } = former.layout.taxonomies
  const taxonomies = {
    category: withNewerPosts(category, 'category', newer),
    tag: withNewerPosts(tag, 'tag', newer),
    author: withNewerPosts(author, 'author', newer),
  }
  const lastChange = lastChangeAfter(former.layout.lastChange, newer, site)
  const layout = { ...former.layout, site, taxonomies, lastChange }
  return { ...layout, newer, memory: { ...former, site, layout } }
}

function freshLayout(wanted: Site, addresses: Addresses, world: string): Layout {
  const wantedTerms = taxonomiesOf(wanted)
  const { site, omitted } = withoutCollisions(wanted, termsOfAll(wantedTerms), addresses.cleanUrls)
  const taxonomies = site.posts === wanted.posts ? wantedTerms : taxonomiesOf(site)
  const terms = termsOfAll(taxonomies)
  const files = site.media.map(({ url }) => url)
  const layout = {
    site,
    taxonomies,
    resolve: resolver(addresses, routesOf(site, terms), files),
    omitted,
    lastChange: lastChangeOf(site),
  }
  return {
    ...layout,
    newer: undefined,
    memory: {
      world,
      site: wanted,
      layout,
      now: { drafting: undefined },
      summaries: new WeakMap(),
      feeds: feedMemory(),
      cards: new WeakMap(),
      sitemap: { runs: [] },
      pages: ChunkedList.of<Drafted>([]),
    },
  }
}

function newerPosts(before: Site, now: Site): NewerPosts | undefined {
  if (before.posts.length !== now.posts.length || before.pages.length !== now.pages.length) return undefined
  if (now.pages.some((page, index) => page !== before.pages[index])) return undefined
  const newer = new Map<Post, Post>()
  const areInPlace = now.posts.every((post, index) => {
    const old = before.posts[index]
    if (old === post) return true
    if (!old || place(old) !== place(post)) return false
    newer.set(old, post)
    return true
  })
  return areInPlace ? newer : undefined
}

/** Everything of a post that decides which pages and addresses exist and which lists show it. */
const place = ({ id, slug, createdAt, publishedAt, category, tags, ...others }: Post): string => {
  const { authors, language, translationOf, seo, meta } = others
  return JSON.stringify([
    ...[id, slug, createdAt, publishedAt, category, tags],
    ...[authors, language, translationOf, seo?.noindex, seo?.canonicalUrl, meta.aliases],
  ])
}
