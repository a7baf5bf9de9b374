/** The HTML sitemap, split into pages. */

import { compare, type Page, type Post } from '../../site/site.ts'
import type { Term } from '../addresses/taxonomy.ts'
import type { Context } from './context.ts'
import { termLink } from './entry-models.ts'
import { cutText } from './excerpt.ts'

export interface SectionItem {
  readonly title: string
  readonly url: string
  readonly children: readonly SectionItem[]
}

export interface Section {
  readonly title: string
  readonly items: readonly SectionItem[]
}

const longestTitle = 300

interface Place {
  readonly title: string
  readonly url: string
  readonly depth: number
}

interface Slice {
  readonly places: readonly Place[]
  readonly categories: readonly Term[]
  readonly tags: readonly Term[]
  readonly authors: readonly Term[]
  readonly posts: readonly Post[]
}

export function sitemapSlice(context: Context, from: number, to: number): Slice {
  const { site, taxonomies } = context
  let before = 0
  const part = <T>(all: readonly T[]): readonly T[] => {
    const found = all.slice(Math.max(0, from - before), Math.max(0, to - before))
    before += all.length
    return found
  }
  return {
    places: part(placesOf(context)),
    categories: part(taxonomies.category.terms),
    tags: part(taxonomies.tag.terms),
    authors: part(taxonomies.author.terms),
    posts: part(site.posts),
  }
}

export function sitemapSections(context: Context, from: number, to: number): readonly Section[] {
  const { words } = context
  const { places, categories, tags, authors, posts } = sitemapSlice(context, from, to)
  const sections: Section[] = [
    { title: words.pages, items: nested(places) },
    {
      title: words.posts,
      items: posts.map((post) => leaf(post.title, context.url(context.routeOf(post)))),
    },
    { title: words.categories, items: terms(context, categories) },
    { title: words.tags, items: terms(context, tags) },
    { title: words.authors, items: terms(context, authors) },
  ]
  return sections.filter(({ items }) => items.length > 0)
}

const shownTitle = (title: string): string =>
  title.length > longestTitle ? cutText(title, longestTitle) : title

const leaf = (title: string, url: string): SectionItem => ({ title: shownTitle(title), url, children: [] })

const terms = (context: Context, found: readonly Term[]): readonly SectionItem[] =>
  found.map((term) => {
    const { name, url } = termLink(context, term)
    return leaf(name, url)
  })

const places = new WeakMap<Context, readonly Place[]>()

function placesOf(context: Context): readonly Place[] {
  const known = places.get(context) ?? [...builtIn(context), ...pagesInOrder(context)]
  places.set(context, known)
  return known
}

function builtIn(context: Context): readonly Place[] {
  const { words } = context
  const lists = [
    { title: words.blog, slug: 'blog', route: { kind: 'blog', page: 1 } },
    { title: words.categories, slug: 'categories', route: { kind: 'categories' } },
  ] as const
  return [
    { title: words.home, url: context.url({ kind: 'home', page: 1 }), depth: 0 },
    ...lists
      .filter(({ slug }) => !context.customPage([slug]))
      .map(({ title, route }) => ({ title, url: context.url(route), depth: 0 })),
  ]
}

function pagesInOrder(context: Context): readonly Place[] {
  const found: Place[] = []
  const add = (pages: readonly Page[], depth: number): void => {
    for (const page of pages.toSorted((a, b) => compare(a.title, b.title) || compare(a.id, b.id))) {
      found.push({ title: page.title, url: context.url(context.routeOf(page)), depth })
      add(context.childrenOf(page), depth + 1)
    }
  }
  const top = context.site.pages.filter(
    (page) => page.path.length < 2 || !context.customPage(page.path.slice(0, -1)),
  )
  add(top, 0)
  return found
}

function nested(found: readonly Place[]): readonly SectionItem[] {
  const top: SectionItem[] = []
  const above: { readonly depth: number; readonly children: SectionItem[] }[] = []
  for (const { title, url, depth } of found) {
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop()
    const children: SectionItem[] = []
    const siblings = above.at(-1)?.children ?? top
    siblings.push({ title: shownTitle(title), url, children })
    above.push({ depth, children })
  }
  return top
}
