import type { Page, Post } from '../site/site.ts'
import { pageCount, paginationModel } from './addresses/pagination.ts'
import type { Route } from './addresses/routes.ts'
import type { Term } from './addresses/taxonomy.ts'
import { breadcrumbs } from './models/breadcrumbs.ts'
import type { Context } from './models/context.ts'
import { paginationNav, sectionList } from './models/default-main.ts'
import { sitemapSections, sitemapSlice } from './models/sections.ts'
import { nothing, type PageDraft, type PageSource, standsInFor } from './page-draft.ts'

/** Entries per page. Even with the longest titles, a page of this many stays below the size limit. */
export const sitemapPerPage = 1_000

interface Listed {
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
}

const sitemapTotal = ({ posts, pages }: Listed, terms: number): number =>
  1 +
  ['blog', 'categories'].filter((slug) => !pages.some((page) => standsInFor(page, slug))).length +
  pages.length +
  terms +
  posts.length

const route = (page: number): Route => ({ kind: 'sitemap', page })

export const sitemapRoutes = (site: Listed, terms: readonly Term[]): readonly Route[] =>
  Array.from({ length: pageCount(sitemapTotal(site, terms.length), sitemapPerPage) }, (_, index) =>
    route(index + 1),
  )

const totalOf = ({ site, taxonomies: { category, tag, author } }: Context): number =>
  sitemapTotal(site, category.terms.length + tag.terms.length + author.terms.length)

export const sitemapPages = (context: Context): readonly PageSource[] =>
  Array.from({ length: pageCount(totalOf(context), sitemapPerPage) }, (_, index) =>
    sitemapSource(context, index + 1),
  )

function sitemapSource(context: Context, number: number): PageSource {
  const listed = new Set(sitemapSlice(context, ...boundsOf(number)).posts.map(({ id }) => id))
  return {
    draft: (now) => sitemapPage(now, number),
    // The page shows only titles.
    isAlteredBy(newer) {
      for (const [old, now] of newer) if (old.title !== now.title && listed.has(old.id)) return true
      return false
    },
  }
}

const boundsOf = (number: number): readonly [from: number, to: number] => [
  (number - 1) * sitemapPerPage,
  number * sitemapPerPage,
]

function sitemapPage(context: Context, number: number): PageDraft {
  const { words } = context
  const title = words.sitemap
  const total = totalOf(context)
  const slice = { page: number, pages: pageCount(total, sitemapPerPage) }
  return {
    route: route(number),
    templateRoute: route(1),
    owner: number === 1 ? 'The sitemap' : `The sitemap (page ${number})`,
    own: null,
    shows: [],
    summary: null,
    lastModified: null,
    data: {
      ...nothing,
      kind: 'sitemap',
      title,
      description: context.site.settings.siteDescription,
      url: context.url(route(number)),
      canonical: context.absoluteUrl(route(number)),
      breadcrumbs: breadcrumbs(context, { title, url: context.url(route(1)) }),
      sections: sitemapSections(context, ...boundsOf(number)),
      pagination: paginationModel(context.addresses, slice, { total, perPage: sitemapPerPage, route }),
    },
    body: null,
    terms: [],
    defaultMain: (_, { data: { sections, pagination } }, { words }) =>
      sectionList(sections) +
      (pagination
        ? paginationNav(pagination, { previous: words.previousPage, next: words.nextPage }, words)
        : ''),
  }
}
