/** Random but repeatable edits that change the addresses of posts and pages. */
import type { Page } from '../../src/core/site/site.ts'
import type { Random } from './random-edits.ts'
import { aPage, aPost, aSourceSite, type Sourced, type SourceSite } from './sites.ts'

/** Slugs of posts, normal pages and custom pages differ, so that no permalink makes them collide. */
const pools = {
  post: ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'],
  normal: ['n1', 'n2', 'n3', 'n4'],
  custom: ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'],
}
const postPermalinks = ['/post/{slug}/', '/{year}/{slug}/', '/{category}/{slug}/', '/{slug}/', '/a/{id}/']
const pagePermalinks = ['/page/{slug}/', '/info/{slug}/', '/{slug}/']
const categories = ['News', 'Old', null]

export const siteToMove = (): SourceSite =>
  aSourceSite({
    posts: pools.post.slice(0, 5).map((slug, at) => aPost(slug, { at: at + 1, category: 'News' })),
    pages: [
      ...pools.normal.slice(0, 2).map((slug) => aPage(slug, { type: 'normal' })),
      aPage('c1'),
      aPage('c1/c2'),
      aPage('c1/c2/c3'),
      aPage('c4'),
    ],
  })

const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}

type Move = (site: SourceSite, random: Random) => SourceSite

const freeSlug = (random: Random, pool: readonly string[], entries: readonly { readonly slug: string }[]) =>
  pick(
    random,
    pool.filter((slug) => entries.every((entry) => entry.slug !== slug)),
  )

/** A post can get a slug that another post had before. */
const renamePost: Move = (site, random) => {
  const chosen = pick(random, site.posts)
  const slug = freeSlug(random, pools.post, site.posts)
  return { ...site, posts: site.posts.map((post) => (post === chosen ? { ...post, slug } : post)) }
}

const renamePage: Move = (site, random) => {
  const chosen = pick(random, site.pages)
  const slug = freeSlug(random, pools[chosen.type], site.pages)
  const path = [...chosen.path.slice(0, -1), slug]
  return moved(site, chosen, { ...chosen, slug, path })
}

/** Child pages move with their parent. */
const movePage: Move = (site, random) => {
  const custom = site.pages.filter(({ type }) => type === 'custom')
  const chosen = pick(random, custom)
  const parents = custom.filter((page) => !isWithin(page, chosen))
  const parent = random(3) === 0 ? undefined : parents[random(Math.max(1, parents.length))]
  return moved(site, chosen, { ...chosen, path: [...(parent?.path ?? []), chosen.slug] })
}

function moved(site: SourceSite, before: Sourced<Page>, after: Sourced<Page>): SourceSite {
  return {
    ...site,
    pages: site.pages.map((page) => {
      if (page === before) return after
      if (!isWithin(page, before)) return page
      return { ...page, path: [...after.path, ...page.path.slice(before.path.length)] }
    }),
  }
}

const isWithin = ({ path, type }: Sourced<Page>, other: Sourced<Page>): boolean =>
  type === 'custom' && other.path.every((slug, at) => path[at] === slug)

const recategorize: Move = (site, random) => {
  const chosen = pick(random, site.posts)
  const category = categories[random(categories.length)] ?? null
  return { ...site, posts: site.posts.map((post) => (post === chosen ? { ...post, category } : post)) }
}

const redate: Move = (site, random) => {
  const chosen = pick(random, site.posts)
  const publishedAt = new Date(Date.UTC(2020 + random(6), random(12), 1 + random(28))).toISOString()
  const posts = site.posts.map((post) => (post === chosen ? { ...post, publishedAt } : post))
  return { ...site, posts }
}

const changePermalinks: Move = (site, random) => ({
  ...site,
  settings: {
    ...site.settings,
    permalinkPost: pick(random, postPermalinks),
    permalinkPage: pick(random, pagePermalinks),
    staticCleanUrls: random(4) > 0,
  },
})

const moves: Readonly<Record<string, Move>> = {
  renamePost,
  renamePage,
  movePage,
  recategorize,
  redate,
  changePermalinks,
}

/** A random move; one in five restores an earlier state. */
export function randomMove(
  site: SourceSite,
  earlier: readonly SourceSite[],
  random: Random,
): { readonly site: SourceSite; readonly name: string } {
  if (earlier.length > 0 && random(5) === 0) return { site: pick(random, earlier), name: 'move back' }
  const name = pick(random, Object.keys(moves))
  return { site: moves[name]?.(site, random) ?? site, name }
}
