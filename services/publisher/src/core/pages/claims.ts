/** Resolves conflicts of several posts and pages for one address. */
import { defaultPermalinks } from '@typecase/kernel'
import { pageOmitted, type RenderError } from '../errors.ts'
import { entryType } from '../site/content-model.ts'
import { compare, type Page, type Post, type Site } from '../site/site.ts'
import { paginate } from './addresses/pagination.ts'
import { routeOfEntry } from './addresses/permalinks.ts'
import { fileOf, pathOf, type Route } from './addresses/routes.ts'
import { isSafePath } from './addresses/safe-path.ts'
import type { Term } from './addresses/taxonomy.ts'
import { feedPaths } from './feeds/feeds.ts'
import { iconPaths } from './site-icons.ts'
import { sitemapRoutes } from './sitemap-pages.ts'

interface Claim {
  readonly owner: string
  readonly file: string
}

/**
 * Omits posts and pages whose file another page already has. Built-in pages win over files, files over posts,
 * posts over pages, and pages over custom pages; among equals the older one wins. A custom page may replace
 * `/blog/` or `/categories/` (contract.md#blog-and-category-lists).
 */
export function withoutCollisions(
  site: Site,
  terms: readonly Term[],
  cleanUrls: boolean,
): { readonly site: Site; readonly omitted: readonly RenderError[] } {
  const hasOwnFolder = site.settings.permalinkPost === defaultPermalinks.permalinkPost
  const entries = [...(hasOwnFolder ? [] : site.posts), ...site.pages.toSorted(byRank)]
  const routeOf = (entry: Post | Page) => routeOfEntry(entry, site.settings)
  const wanted = entries.map((entry) => fileOf(routeOf(entry), cleanUrls))
  const posts = hasOwnFolder ? site.posts.map((post) => claimOf(post, fileOf(routeOf(post), cleanUrls))) : []
  const others = [...builtIn(site, terms, cleanUrls), ...files(site), ...posts]
  const taken = claims(inTheWay(others, wanted))
  const omitted: RenderError[] = []
  const refused = new Set<Post | Page>()
  for (const [index, entry] of entries.entries()) {
    const file = wanted[index] ?? ''
    const owner = isSafePath(file) ? taken.ownerOf(file) : 'tooLong'
    if (owner === undefined) {
      taken.add(claimOf(entry, file))
      continue
    }
    const other = owner === 'tooLong' ? undefined : { owner, address: pathOf(routeOf(entry), cleanUrls) }
    refused.add(entry)
    omitted.push(pageOmitted(entry, file, other))
  }
  return { site: refused.size === 0 ? site : without(site, refused), omitted }
}

const claimOf = (entry: Post | Page, file: string): Claim => ({
  owner: `the ${entryType(entry)} "${entry.title}"`,
  file,
})

/**
 * Returns the site without these entries. An unchanged list stays the same object, so that the planner
 * detects that the list is unchanged.
 */
function without(site: Site, refused: ReadonlySet<Post | Page>): Site {
  const kept = <T extends Post | Page>(entries: readonly T[]) =>
    entries.some((entry) => refused.has(entry)) ? entries.filter((entry) => !refused.has(entry)) : entries
  return { ...site, posts: kept(site.posts), pages: kept(site.pages) }
}

const byRank = (a: Page, b: Page): number =>
  Number(a.type === 'custom') - Number(b.type === 'custom') ||
  compare(a.createdAt, b.createdAt) ||
  compare(a.id, b.id)

/** The claims that could conflict with an entry, usually few of many. */
function inTheWay(others: readonly Claim[], wanted: readonly string[]): readonly Claim[] {
  const paths = new Set(wanted)
  for (const file of wanted) for (const folder of foldersOf(file)) paths.add(folder)
  return others.filter(({ file }) => paths.has(file) || file.includes('.html/'))
}

/** Records the owner of each file and of the folders above it. */
function claims(first: readonly Claim[]) {
  const owners = new Map<string, string>()
  const folders = new Map<string, string>()
  const add = ({ owner, file }: Claim): void => {
    owners.set(file, owner)
    for (const folder of foldersOf(file)) if (!folders.has(folder)) folders.set(folder, owner)
  }
  for (const claim of first) add(claim)
  const ownerOf = (file: string): string | undefined =>
    owners.get(file) ?? folders.get(file) ?? foldersOf(file).flatMap((folder) => owners.get(folder) ?? [])[0]
  return { add, ownerOf }
}

const foldersOf = (file: string): readonly string[] =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'))

function builtIn(site: Site, terms: readonly Term[], cleanUrls: boolean): readonly Claim[] {
  const { postsPerPage } = site.settings
  const isReplaced = (slug: string) =>
    site.pages.some((page) => page.type === 'custom' && page.path.join('/') === slug)
  const list = (owner: string, items: readonly unknown[], route: (page: number) => Route): Claim[] =>
    paginate(items, postsPerPage).map(({ page }) => ({
      owner: page === 1 ? owner : `page ${page} of ${owner}`,
      file: fileOf(route(page), cleanUrls),
    }))
  const one = (owner: string, route: Route): Claim => ({ owner, file: fileOf(route, cleanUrls) })
  return [
    ...['sitemap.xml', 'robots.txt', ...iconPaths, ...feedPaths(terms)].map((file) => ({
      owner: file,
      file,
    })),
    ...list('the home page', site.posts, (page) => ({ kind: 'home', page })),
    ...list('the blog', site.posts, (page) => ({ kind: 'blog', page })).slice(isReplaced('blog') ? 1 : 0),
    ...terms.flatMap((term) =>
      list(`the ${term.type} "${term.name}"`, term.posts, (page) => ({
        kind: term.type,
        slug: term.slug,
        page,
      })),
    ),
    ...(isReplaced('categories') ? [] : [one('the list of categories', { kind: 'categories' })]),
    ...sitemapRoutes(site, terms).map((route, index) =>
      one(index === 0 ? 'the sitemap' : `page ${index + 1} of the sitemap`, route),
    ),
    one('the page for unknown addresses', { kind: '404' }),
  ]
}

const files = ({ theme, media }: Site): readonly Claim[] => [
  ...theme.assets.map(({ path }) => ({ owner: `the file ${path} of the theme`, file: path })),
  ...media.map(({ folder, filename }) => ({ owner: `the file ${filename}`, file: `${folder}/${filename}` })),
]
