/** Resolves conflicts of several pages for one address. */
import { pageLeftOut, type RenderFault } from '../errors.ts'
import { compare, type Page, type Site } from '../site/site.ts'
import { paginate } from './addresses/pagination.ts'
import { fileOf, pathOf, type Route } from './addresses/routes.ts'
import { isSafePath } from './addresses/safe-path.ts'
import type { Term } from './addresses/taxonomy.ts'
import { routeOfPage } from './models/context.ts'
import { sitemapRoutes } from './sitemap-pages.ts'

interface Claim {
  readonly owner: string
  readonly file: string
}

/**
 * Leaves out pages whose file exists already. System pages win, then files, posts, pages, custom pages; then
 * the older one. A custom page may replace `/blog/` or `/categories/` (contract.md#blog-and-category-lists).
 */
export function withoutCollisions(
  site: Site,
  terms: readonly Term[],
  cleanUrls: boolean,
): { readonly site: Site; readonly leftOut: readonly RenderFault[] } {
  const others = [...builtIn(site, terms, cleanUrls), ...files(site), ...posts(site, cleanUrls)]
  const taken = claims(inTheWay(others, site.pages, cleanUrls))
  const leftOut: RenderFault[] = []
  const kept = new Set<Page>()
  for (const page of site.pages.toSorted(byRank)) {
    const route = routeOfPage(page)
    const file = fileOf(route, cleanUrls)
    const owner = isSafePath(file) ? taken.ownerOf(file) : 'tooLong'
    if (owner === undefined) {
      kept.add(page)
      taken.add({ owner: `the page "${page.title}"`, file })
    } else
      leftOut.push(
        pageLeftOut(
          page,
          file,
          owner === 'tooLong' ? undefined : { owner, address: pathOf(route, cleanUrls) },
        ),
      )
  }
  return {
    site:
      kept.size === site.pages.length
        ? site
        : { ...site, pages: site.pages.filter((page) => kept.has(page)) },
    leftOut,
  }
}

const byRank = (a: Page, b: Page): number =>
  Number(a.type === 'custom') - Number(b.type === 'custom') ||
  compare(a.createdAt, b.createdAt) ||
  compare(a.id, b.id)

function inTheWay(others: readonly Claim[], pages: readonly Page[], cleanUrls: boolean): readonly Claim[] {
  const wanted = new Set(pages.map((page) => fileOf(routeOfPage(page), cleanUrls)))
  for (const file of [...wanted]) for (const folder of foldersOf(file)) wanted.add(folder)
  return others.filter(({ file }) => wanted.has(file) || file.includes('.html/'))
}

/** A file conflicts with its name as a file or folder, and with files below it. */
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
  const isStoodInFor = (slug: string) =>
    site.pages.some((page) => page.type === 'custom' && page.path.join('/') === slug)
  const list = (owner: string, items: readonly unknown[], route: (page: number) => Route): Claim[] =>
    paginate(items, postsPerPage).map(({ page }) => ({
      owner: page === 1 ? owner : `page ${page} of ${owner}`,
      file: fileOf(route(page), cleanUrls),
    }))
  const one = (owner: string, route: Route): Claim => ({ owner, file: fileOf(route, cleanUrls) })
  return [
    ...['sitemap.xml', 'rss.xml', 'robots.txt'].map((file) => ({ owner: file, file })),
    ...list('the home page', site.posts, (page) => ({ kind: 'home', page })),
    ...list('the blog', site.posts, (page) => ({ kind: 'blog', page })).slice(isStoodInFor('blog') ? 1 : 0),
    ...terms.flatMap((term) =>
      list(`the ${term.type} "${term.name}"`, term.posts, (page) => ({
        kind: term.type,
        slug: term.slug,
        page,
      })),
    ),
    ...(isStoodInFor('categories') ? [] : [one('the list of categories', { kind: 'categories' })]),
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

const posts = ({ posts: all }: Site, cleanUrls: boolean): readonly Claim[] =>
  all.map(({ title, slug }) => ({
    owner: `the post "${title}"`,
    file: fileOf({ kind: 'post', slug }, cleanUrls),
  }))
