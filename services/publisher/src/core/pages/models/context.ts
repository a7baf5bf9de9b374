import type { MediaFile, Page, Post, Site } from '../../site/site.ts'
import { type Addresses, absolutely, absoluteUrlOf, type ResolveUrl, urlOf } from '../addresses/addresses.ts'
import { routeOfEntry } from '../addresses/permalinks.ts'
import type { Route } from '../addresses/routes.ts'
import { type Taxonomy, type TaxonomyType, taxonomyOf } from '../addresses/taxonomy.ts'
import { type Words, wordsOf } from './words.ts'

export interface Context {
  readonly site: Site
  /** In the language of the site. */
  readonly words: Words
  readonly addresses: Addresses
  readonly taxonomies: Readonly<Record<TaxonomyType, Taxonomy>>
  readonly url: (route: Route) => string
  readonly routeOf: (entry: Post | Page) => Route
  readonly absoluteUrl: (route: Route) => string
  readonly resolve: ResolveUrl
  readonly resolveAbsolute: ResolveUrl
  readonly post: (id: string) => Post | undefined
  readonly mediaFile: (url: string) => MediaFile | undefined
  readonly customPage: (path: readonly string[]) => Page | undefined
  readonly childrenOf: (page: Page) => readonly Page[]
}

export function contextOf(
  site: Site,
  addresses: Addresses,
  taxonomies: Context['taxonomies'],
  resolve: ResolveUrl,
): Context {
  let posts: ReadonlyMap<string, Post> | undefined
  const media = new Map(site.media.map((file) => [file.url, file]))
  const custom = new Map<string, Page>()
  const children = new Map<string, Page[]>()
  for (const page of site.pages) {
    if (page.type !== 'custom') continue
    custom.set(page.path.join('/'), page)
    const parent = page.path.slice(0, -1).join('/')
    const siblings = children.get(parent)
    if (siblings) siblings.push(page)
    else children.set(parent, [page])
  }
  return {
    site,
    words: wordsOf(site.settings.siteLanguage),
    addresses,
    taxonomies,
    url: (route) => urlOf(addresses, route),
    routeOf: (entry) => routeOfEntry(entry, site.settings),
    absoluteUrl: (route) => absoluteUrlOf(addresses, route),
    resolve,
    resolveAbsolute: absolutely(addresses, resolve),
    post(id) {
      posts ??= new Map(site.posts.map((post) => [post.id, post]))
      return posts.get(id)
    },
    mediaFile: (url) => media.get(url),
    customPage: (path) => custom.get(path.join('/')),
    childrenOf: (page) => (page.type === 'custom' ? (children.get(page.path.join('/')) ?? []) : []),
  }
}

export const taxonomiesOf = (site: Site): Context['taxonomies'] => ({
  category: taxonomyOf(site.posts, 'category'),
  tag: taxonomyOf(site.posts, 'tag'),
})
