/** What a plan leaves for the next one of the same site. */
import type { RenderFault } from '../errors.ts'
import type { Post, Site } from '../site/site.ts'
import { type Addresses, type ResolveUrl, resolver } from './addresses/addresses.ts'
import { withNewerPosts } from './addresses/taxonomy.ts'
import { withoutCollisions } from './claims.ts'
import type { FeedItems } from './feeds/rss.ts'
import type { SitemapEntry, SitemapMemory } from './feeds/sitemap.ts'
import { type Context, taxonomiesOf } from './models/context.ts'
import type { PostSummary } from './models/entry-models.ts'
import type { NewerPosts, PageSource, SummaryOf } from './page-draft.ts'
import { routesOf } from './plan-pages.ts'
import type { PlannedFile, PlannedPage } from './planned.ts'
import type { ShownPosts } from './shown-posts.ts'

/** A page with what it was made from. */
export interface Drafted {
  readonly source: PageSource
  readonly entry: SitemapEntry
  readonly file: OwnedPage
}

export interface OwnedPage extends PlannedPage {
  /** Who wants the file, for the message when two do; made when it is asked for. */
  readonly owner: string
}

/** What pages are drafted with. */
export interface Drafting {
  readonly context: Context
  readonly summaryOf: SummaryOf
}

/** Pages and, behind them, the other files have numbers. */
export interface FileOrder {
  readonly others: readonly string[]
  /** The numbers in the order of the paths. */
  readonly numbers: readonly number[]
  /** The place of each number in that order. */
  readonly places: readonly number[]
}

export interface PlanMemory {
  /** All that every page may depend on. */
  readonly world: string
  readonly site: Site
  readonly layout: Omit<Layout, 'memory' | 'newer'>
  readonly summaries: WeakMap<Post, PostSummary>
  readonly feedItems: FeedItems
  readonly sitemap: SitemapMemory
  /** What pages are drafted with when they are rendered. */
  readonly now: { drafting: Drafting | undefined }
  /** Everything has its place as long as this memory lasts: what stood at a number stands there again. */
  pages: readonly Drafted[]
  /** Which pages a change of some posts is about. */
  shown?: ShownPosts
  /** Numbers of pages, in the order of the sitemap. */
  sitemapOrder?: readonly number[]
  fileOrder?: FileOrder
  /** Those of the plan. */
  files?: readonly PlannedFile[]
}

/** Who is where. */
export interface Layout {
  readonly site: Site
  readonly taxonomies: Context['taxonomies']
  readonly resolve: ResolveUrl
  readonly leftOut: readonly RenderFault[]
  /** Where posts differ from those of the plan before in nothing but what they say. */
  readonly newer: NewerPosts | undefined
  readonly memory: PlanMemory
}

/** Keeps what is known where posts differ in nothing but what they say; else everything is laid out anew. */
export function layoutOf(site: Site, addresses: Addresses, former: PlanMemory | undefined): Layout {
  const world = JSON.stringify([site.settings, addresses, site.theme.digest, site.media])
  const newer = former?.world === world ? newerPosts(former.site, site) : undefined
  if (!former || !newer || former.layout.leftOut.length > 0) return anew(site, addresses, world)
  const { category, tag } = former.layout.taxonomies
  const taxonomies = { category: withNewerPosts(category, newer), tag: withNewerPosts(tag, newer) }
  const layout = { ...former.layout, site, taxonomies }
  return { ...layout, newer, memory: { ...former, site, layout } }
}

function anew(wanted: Site, addresses: Addresses, world: string): Layout {
  const taxonomies = taxonomiesOf(wanted)
  const terms = [...taxonomies.category.terms, ...taxonomies.tag.terms]
  const { site, leftOut } = withoutCollisions(wanted, terms, addresses.cleanUrls)
  const files = site.media.map(({ url }) => url)
  const layout = { site, taxonomies, resolve: resolver(addresses, routesOf(site, terms), files), leftOut }
  return {
    ...layout,
    newer: undefined,
    memory: {
      world,
      site: wanted,
      layout,
      now: { drafting: undefined },
      summaries: new WeakMap(),
      feedItems: new WeakMap(),
      sitemap: { runs: [] },
      pages: [],
    },
  }
}

/** Undefined where anything has another place than before. */
function newerPosts(before: Site, now: Site): NewerPosts | undefined {
  if (before.posts.length !== now.posts.length || before.pages.length !== now.pages.length) return undefined
  if (now.pages.some((page, index) => page !== before.pages[index])) return undefined
  const newer = new Map<Post, Post>()
  for (const [index, post] of now.posts.entries()) {
    const old = before.posts[index]
    if (old === post) continue
    if (!old || place(old) !== place(post)) return undefined
    newer.set(old, post)
  }
  return newer
}

const place = ({ id, slug, createdAt, category, tags }: Post): string =>
  JSON.stringify([id, slug, createdAt, category, tags])
