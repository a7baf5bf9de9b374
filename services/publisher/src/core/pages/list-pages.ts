import type { Page, Post } from '../site/site.ts'
import { paginate, paginationModel, sliceOf } from './addresses/pagination.ts'
import type { Route } from './addresses/routes.ts'
import type { TaxonomyType, Term } from './addresses/taxonomy.ts'
import type { AuthorModel } from './models/authors.ts'
import { breadcrumbs } from './models/breadcrumbs.ts'
import type { Context } from './models/context.ts'
import { authorIntroduction, postList } from './models/default-main.ts'
import { pageModel } from './models/entry-models.ts'
import { cutText, excerptLength } from './models/excerpt.ts'
import { alternatesOf, inLanguage, ownLanguage } from './models/languages.ts'
import { countedTerms } from './models/shared-model.ts'
import {
  type DefaultMain,
  nothing,
  ownerOf,
  type PageDraft,
  type PageSource,
  type SummaryOf,
} from './page-draft.ts'
import type { Kind, PageData } from './planned.ts'

interface List {
  readonly kind: Kind
  readonly title: string
  readonly description: string
  readonly owner: string
  readonly posts: readonly Post[]
  readonly route: (page: number) => Route
  readonly term?: Term
  readonly author?: AuthorModel
  readonly page?: Page
}

export function homeList({ site }: Context): List {
  const { siteTitle: title, siteDescription: description } = site.settings
  return {
    kind: 'home',
    title,
    description,
    owner: 'The home page',
    posts: site.posts,
    route: (page) => ({ kind: 'home', page }),
  }
}

export const blogList = ({ site, words }: Context): List => ({
  kind: 'blog',
  title: words.blog,
  description: site.settings.siteDescription,
  owner: 'The blog page',
  posts: site.posts,
  route: (page) => ({ kind: 'blog', page }),
})

export function termList({ taxonomies, authors, site }: Context, type: TaxonomyType, at: number): List {
  const term = taxonomies[type].terms[at]
  if (!term) throw new Error('a list was drafted for a site without its term')
  const [author] = type === 'author' ? authors.modelsOf([term.name]) : []
  return {
    kind: type,
    title: author?.name ?? term.name,
    description: (author?.bio && cutText(author.bio.trim(), excerptLength)) || site.settings.siteDescription,
    owner: `The ${type} "${term.name}"`,
    posts: term.posts,
    route: (page) => ({ kind: type, slug: term.slug, page }),
    term,
    ...(author ? { author } : {}),
  }
}

export const pageList = (context: Context, page: Page): List => ({
  ...blogList(context),
  kind: 'page',
  title: page.title,
  description:
    page.seo?.description ?? (pageModel(context, page).excerpt || context.site.settings.siteDescription),
  owner: ownerOf(page),
  page,
})

export function listPages(context: Context, listOf: (context: Context) => List): readonly PageSource[] {
  return paginate(listOf(context).posts, context.site.settings.postsPerPage).map(({ page }) => ({
    draft: (now, summaryOf) => listPage(now, summaryOf, listOf(now), page),
  }))
}

function listPage(context: Context, summaryOf: SummaryOf, list: List, number: number): PageDraft {
  const perPage = context.site.settings.postsPerPage
  const slice = sliceOf(list.posts, perPage, number)
  const first = list.route(1)
  const route = list.route(number)
  const url = context.url(route)
  return {
    route,
    templateRoute: list.page ? context.routeOf(list.page) : first,
    owner: number === 1 ? list.owner : `${list.owner} (page ${number})`,
    own: list.page ?? null,
    shows: slice.items,
    summary: null,
    lastModified: list.page?.updatedAt ?? null,
    data: {
      ...nothing,
      kind: list.kind,
      title: list.title,
      seoTitle: (number === 1 && list.page?.seo?.title) || null,
      description: list.description,
      url,
      canonical: (number === 1 && list.page?.seo?.canonicalUrl) || context.absoluteUrl(route),
      breadcrumbs:
        list.kind === 'home'
          ? []
          : breadcrumbs(
              inLanguage(context, list.page?.language ?? null),
              { title: list.title, url: context.url(first) },
              list.page,
            ),
      page: list.page ? pageModel(context, list.page) : null,
      ...(list.page ? ownLanguage(list.page) : {}),
      alternates: list.page && number === 1 ? alternatesOf(context, list.page) : [],
      posts: slice.items.map(summaryOf),
      pagination: paginationModel(context.addresses, slice, {
        total: list.posts.length,
        perPage,
        route: list.route,
      }),
      taxonomy: list.term ? taxonomyModel(context, list.term) : null,
      author: list.author ?? null,
    },
    body: list.page?.body ?? null,
    terms: [],
    defaultMain: list.author ? defaultAuthorMain : defaultListMain,
  }
}

function taxonomyModel(context: Context, term: Term): PageData['taxonomy'] {
  const [counted] = countedTerms(context, [term])
  return counted ? { type: term.type, ...counted } : null
}

const defaultListMain: DefaultMain = (content, { data: { posts, pagination } }, context) =>
  content + (pagination ? postList(posts, pagination, context) : '')

const defaultAuthorMain: DefaultMain = (content, draft, context) =>
  (draft.data.author ? authorIntroduction(draft.data.author) : '') + defaultListMain(content, draft, context)
