/** Every HTML page of the site as route and data, before a template is chosen. Pure. */
import { breadcrumbs } from '../render/breadcrumbs.ts'
import type { Context } from '../render/context.ts'
import { routeOfPage } from '../render/context.ts'
import { type PostSummary, pageModel, postModel, relatedPosts } from '../render/entry-models.ts'
import { breadcrumbNav, notFoundText, postFooter, postList, sectionList, termList } from '../render/ready-made.ts'
import { sitemapSections } from '../render/sections.ts'
import { type CountedTerm, countedTerms } from '../render/shared-model.ts'
import type { Body, Page, Post } from '../site/site.ts'
import { paginate, paginationModel } from './pagination.ts'
import type { Kind, PageData } from './planned.ts'
import type { Route } from './routes.ts'
import type { Term } from './taxonomy.ts'

export interface PageDraft {
  readonly route: Route
  /** Decides the template; differs from `route` on the further pages of a list that a custom page stands in for. */
  readonly templateRoute: Route
  /** Who wants the file, for the message when two do. */
  readonly owner: string
  /** The post or page that it is the page of; null for what the system makes by itself. */
  readonly own: Post | Page | null
  /** Posts that it shows besides. */
  readonly shows: readonly Post[]
  /** When the page last changed by itself; null for lists. */
  readonly lastModified: string | null
  /** Without the content, which is put in when the page is rendered. */
  readonly data: Omit<PageData, 'head'>
  /** What the content is made of. */
  readonly body: Body | null
  /** Terms that the main part shows besides the data. */
  readonly terms: readonly CountedTerm[]
  /** The main part for a theme that has only a layout. */
  readonly readyMade: ReadyMade
}

/** Of a list or a post it needs nothing but what it is given: its draft outlives the plan that it was made for. */
export type ReadyMade = (content: string, draft: Pick<PageDraft, 'data' | 'terms'>) => string

type SummaryOf = (post: Post) => PostSummary

/**
 * Drafts a page, or takes the draft of the plan before where the page was drafted from the very same parts. What is no part
 * is the same for all drafts: settings, addresses, theme, media, and who is where.
 */
export type DraftPage<T> = (route: Route, parts: readonly unknown[], draft: () => PageDraft) => T

export function planPages<T>(context: Context, summaryOf: SummaryOf, page: DraftPage<T>): readonly T[] {
  const { category, tag } = context.taxonomies
  const lists = (list: List) => listPages(context, summaryOf, list, page)
  const single = (draft: PageDraft) => page(draft.route, [context], () => draft)
  return [
    ...lists(homeList(context)),
    ...postPages(context, summaryOf, page),
    ...context.site.pages.flatMap((one) => sitePages(context, summaryOf, one, page)),
    ...[...category.terms, ...tag.terms].flatMap((term) => lists(termPages(context, term))),
    ...(context.customPage(['blog']) ? [] : lists(blogList(context))),
    ...(context.customPage(['categories']) ? [] : [single(categoriesPage(context))]),
    single(sitemapPage(context)),
    single(notFoundPage(context)),
  ]
}

const nothing = {
  content: '',
  breadcrumbs: [],
  post: null,
  page: null,
  taxonomy: null,
  posts: [],
  pagination: null,
  sections: [],
} as const

interface List {
  readonly kind: Kind
  readonly title: string
  readonly description: string
  readonly owner: string
  readonly posts: readonly Post[]
  readonly route: (page: number) => Route
  readonly term?: Term
  /** A custom page that stands in for the list. */
  readonly page?: Page
}

function homeList({ site }: Context): List {
  const { siteTitle: title, siteDescription: description } = site.settings
  return { kind: 'home', title, description, owner: 'The home page', posts: site.posts, route: (page) => ({ kind: 'home', page }) }
}

const blogList = ({ site }: Context): List => ({
  kind: 'blog',
  title: 'Blog',
  description: site.settings.siteDescription,
  owner: 'The blog page',
  posts: site.posts,
  route: (page) => ({ kind: 'blog', page }),
})

const termPages = ({ site }: Context, term: Term): List => ({
  kind: term.type,
  title: term.name,
  description: site.settings.siteDescription,
  owner: `The ${term.type} "${term.name}"`,
  posts: term.posts,
  route: (page) => ({ kind: term.type, slug: term.slug, page }),
  term,
})

function listPages<T>(context: Context, summaryOf: SummaryOf, list: List, page: DraftPage<T>): readonly T[] {
  const perPage = context.site.settings.postsPerPage
  const model = list.page ? pageModel(context, list.page) : null
  const first = list.route(1)
  return paginate(list.posts, perPage).map((slice) => {
    const route = list.route(slice.page)
    return page(route, [list.term?.name, list.page, list.posts.length, ...slice.items], () => {
      const url = context.url(route)
      const posts = slice.items.map(summaryOf)
      const pagination = paginationModel(context.addresses, slice, { total: list.posts.length, perPage, route: list.route })
      return {
        route,
        templateRoute: list.page ? routeOfPage(list.page) : first,
        owner: slice.page === 1 ? list.owner : `${list.owner} (page ${slice.page})`,
        own: list.page ?? null,
        shows: slice.items,
        lastModified: list.page?.updatedAt ?? null,
        data: {
          ...nothing,
          kind: list.kind,
          title: list.title,
          description: list.description,
          url,
          canonical: context.absoluteUrl(route),
          breadcrumbs: list.kind === 'home' ? [] : breadcrumbs(context, { title: list.title, url: context.url(first) }, list.page),
          page: model,
          posts,
          pagination,
          taxonomy: list.term ? taxonomyModel(context, list.term) : null,
        },
        body: list.page?.body ?? null,
        terms: [],
        readyMade: readyMadeList,
      }
    })
  })
}

function taxonomyModel(context: Context, term: Term): PageData['taxonomy'] {
  const [counted] = countedTerms(context, [term])
  return counted ? { type: term.type, ...counted } : null
}

function postPages<T>(context: Context, summaryOf: SummaryOf, page: DraftPage<T>): readonly T[] {
  const { posts } = context.site
  return posts.map((post, index) => {
    const route: Route = { kind: 'post', slug: post.slug }
    const [older, newer, related] = [posts[index + 1], posts[index - 1], relatedPosts(context, post)]
    return page(route, [post, older, newer, ...related], () => {
      const model = postModel(context, summaryOf, post, { older, newer, related })
      const { title, url, excerpt } = model
      return {
        route,
        templateRoute: route,
        owner: `The post "${title}"`,
        own: post,
        shows: [older, newer, ...related].filter((shown) => shown !== undefined),
        lastModified: post.updatedAt,
        data: {
          ...nothing,
          kind: 'post',
          title,
          description: excerpt || context.site.settings.siteDescription,
          url,
          canonical: model.absoluteUrl,
          breadcrumbs: breadcrumbs(context, { title, url }),
          post: model,
        },
        body: post.body,
        terms: [],
        readyMade: readyMadePost,
      }
    })
  })
}

function sitePages<T>(context: Context, summaryOf: SummaryOf, page: Page, draftPage: DraftPage<T>): readonly T[] {
  const model = pageModel(context, page)
  const description = model.excerpt || context.site.settings.siteDescription
  const owner = `The page "${page.title}"`
  const route = routeOfPage(page)
  if (page.type === 'custom' && page.path.join('/') === 'blog') {
    const list = { ...blogList(context), kind: 'page' as const, title: page.title, description, owner, page }
    return listPages(context, summaryOf, list, draftPage)
  }
  const standsInForCategories = page.type === 'custom' && page.path.join('/') === 'categories'
  const { title, url } = model
  const crumbs = breadcrumbs(context, { title, url }, page)
  return [
    draftPage(route, [context], () => ({
      route,
      templateRoute: route,
      owner,
      own: page,
      shows: [],
      lastModified: page.updatedAt,
      data: { ...nothing, kind: 'page', title, description, url, canonical: model.absoluteUrl, breadcrumbs: crumbs, page: model },
      body: page.body,
      terms: standsInForCategories ? countedTerms(context, context.taxonomies.category.terms) : [],
      readyMade: page.path.length > 1 ? readyMadeBelow : standsInForCategories ? readyMadeCategories : readyMadeContent,
    })),
  ]
}

const readyMadeContent: ReadyMade = (content) => content

const readyMadeList: ReadyMade = (content, { data: { posts, pagination } }) => content + (pagination ? postList(posts, pagination) : '')

const readyMadePost: ReadyMade = (content, { data: { post } }) => content + (post ? postFooter(post) : '')

const readyMadeBelow: ReadyMade = (content, { data }) => breadcrumbNav(data.breadcrumbs) + content

const readyMadeCategories: ReadyMade = (content, { terms }) => content + termList(terms)

function categoriesPage(context: Context): PageDraft {
  const route: Route = { kind: 'categories' }
  const draft = builtIn(context, route, { title: 'Categories', owner: 'The list of categories' }, readyMadeCategories)
  return { ...draft, terms: countedTerms(context, context.taxonomies.category.terms) }
}

function sitemapPage(context: Context): PageDraft {
  const sections = sitemapSections(context)
  const draft = builtIn(context, { kind: 'sitemap' }, { title: 'Sitemap', owner: 'The sitemap' }, () => sectionList(sections))
  return { ...draft, data: { ...draft.data, sections } }
}

function notFoundPage(context: Context): PageDraft {
  const draft = builtIn(context, { kind: '404' }, { title: 'Page not found', owner: 'The page for unknown addresses' }, () =>
    notFoundText(context.url({ kind: 'home', page: 1 })),
  )
  return { ...draft, data: { ...draft.data, breadcrumbs: [] } }
}

function builtIn(
  context: Context,
  route: Route & { readonly kind: 'categories' | 'sitemap' | '404' },
  { title, owner }: { readonly title: string; readonly owner: string },
  readyMade: ReadyMade,
): PageDraft {
  const url = context.url(route)
  return {
    route,
    templateRoute: route,
    owner,
    own: null,
    shows: [],
    lastModified: null,
    data: {
      ...nothing,
      kind: route.kind,
      title,
      description: context.site.settings.siteDescription,
      url,
      canonical: context.absoluteUrl(route),
      breadcrumbs: breadcrumbs(context, { title, url }),
    },
    body: null,
    terms: [],
    readyMade,
  }
}

/** Every route of the site, for links that authors wrote; known before any model is made. */
export function routesOf(
  site: { readonly posts: readonly Post[]; readonly pages: readonly Page[]; readonly settings: { readonly postsPerPage: number } },
  terms: readonly Term[],
): readonly Route[] {
  const pages = (posts: readonly Post[], route: (page: number) => Route) =>
    paginate(posts, site.settings.postsPerPage).map(({ page }) => route(page))
  return [
    ...pages(site.posts, (page) => ({ kind: 'blog', page })),
    ...pages(site.posts, (page) => ({ kind: 'home', page })),
    ...terms.flatMap((term) => pages(term.posts, (page) => ({ kind: term.type, slug: term.slug, page }))),
    { kind: 'categories' },
    { kind: 'sitemap' },
    ...site.posts.map((post) => ({ kind: 'post' as const, slug: post.slug })),
    ...site.pages.map(routeOfPage),
  ]
}
