import type { MediaFile, Page, Post, Site } from '../../site/site.ts'
import { type Addresses, absolutely, absoluteUrlOf, type ResolveUrl, urlOf } from '../addresses/addresses.ts'
import { routeOfEntry } from '../addresses/permalinks.ts'
import type { Route } from '../addresses/routes.ts'
import { type Taxonomies, taxonomyOf } from '../addresses/taxonomy.ts'
import { type Authors, authorsOf, type RouteLinks } from './authors.ts'
import { type Translations, translationsOf } from './translations.ts'
import { type Words, wordsOf } from './words.ts'

export interface Context extends RouteLinks {
  readonly site: Site
  /** In the language of the site. */
  readonly words: Words
  readonly addresses: Addresses
  readonly taxonomies: Taxonomies
  readonly authors: Authors
  readonly translations: Translations
  readonly routeOf: (entry: Post | Page) => Route
  readonly resolve: ResolveUrl
  readonly resolveAbsolute: ResolveUrl
  readonly post: (id: string) => Post | undefined
  readonly mediaFile: (url: string) => MediaFile | undefined
  /** Undefined for an unknown id, and for a file that is not an image. */
  readonly image: (id: string) => MediaFile | undefined
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
  let images: ReadonlyMap<string, MediaFile> | undefined
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
  const url = (route: Route) => urlOf(addresses, route)
  const absoluteUrl = (route: Route) => absoluteUrlOf(addresses, route)
  return {
    site,
    words: wordsOf(site.settings.siteLanguage),
    addresses,
    taxonomies,
    authors: authorsOf(site, taxonomies.author, { url, absoluteUrl, resolve }),
    translations: translationsOf(site),
    url,
    routeOf: (entry) => routeOfEntry(entry, site.settings),
    absoluteUrl,
    resolve,
    resolveAbsolute: absolutely(addresses, resolve),
    post(id) {
      posts ??= new Map(site.posts.map((post) => [post.id, post]))
      return posts.get(id)
    },
    mediaFile: (url) => media.get(url),
    image(id) {
      if (id === '') return undefined
      images ??= new Map(site.media.filter(isImage).map((file) => [file.id, file]))
      return images.get(id)
    },
    customPage: (path) => custom.get(path.join('/')),
    childrenOf: (page) => (page.type === 'custom' ? (children.get(page.path.join('/')) ?? []) : []),
  }
}

const isImage = ({ folder }: MediaFile): boolean => folder === 'images'

export const taxonomiesOf = (site: Pick<Site, 'posts'>): Taxonomies => ({
  category: taxonomyOf(site.posts, 'category'),
  tag: taxonomyOf(site.posts, 'tag'),
  author: taxonomyOf(site.posts, 'author'),
})
