/** The sitemap for people. */
import type { Term } from '../plan/taxonomy.ts'
import { compare, type Page } from '../site/site.ts'
import { type Context, routeOfPage } from './context.ts'
import { termLink } from './entry-models.ts'

export interface SectionItem {
  readonly title: string
  readonly url: string
  readonly children: readonly SectionItem[]
}

export interface Section {
  readonly title: string
  readonly items: readonly SectionItem[]
}

export function sitemapSections(context: Context): readonly Section[] {
  const { site, taxonomies } = context
  const sections: Section[] = [
    { title: 'Pages', items: [...builtIn(context), ...pageTree(context)] },
    { title: 'Posts', items: site.posts.map((post) => leaf(post.title, context.url({ kind: 'post', slug: post.slug }))) },
    { title: 'Categories', items: terms(context, taxonomies.category.terms) },
    { title: 'Tags', items: terms(context, taxonomies.tag.terms) },
  ]
  return sections.filter(({ items }) => items.length > 0)
}

const leaf = (title: string, url: string): SectionItem => ({ title, url, children: [] })

function builtIn(context: Context): readonly SectionItem[] {
  const lists = [
    { title: 'Blog', slug: 'blog', route: { kind: 'blog', page: 1 } },
    { title: 'Categories', slug: 'categories', route: { kind: 'categories' } },
  ] as const
  return [
    leaf('Home', context.url({ kind: 'home', page: 1 })),
    ...lists.filter(({ slug }) => !context.customPage([slug])).map(({ title, route }) => leaf(title, context.url(route))),
  ]
}

/** Custom pages below their parents; one whose parent is a draft stands at the top. */
function pageTree(context: Context): readonly SectionItem[] {
  const byTitle = (pages: readonly Page[]) => pages.toSorted((a, b) => compare(a.title, b.title) || compare(a.id, b.id))
  const item = (page: Page): SectionItem => ({
    title: page.title,
    url: context.url(routeOfPage(page)),
    children: byTitle(context.childrenOf(page)).map(item),
  })
  const top = context.site.pages.filter((page) => page.path.length < 2 || !context.customPage(page.path.slice(0, -1)))
  return byTitle(top).map(item)
}

const terms = (context: Context, found: readonly Term[]): readonly SectionItem[] =>
  found.map((term) => {
    const { name, url } = termLink(context, term)
    return leaf(name, url)
  })
