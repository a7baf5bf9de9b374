import type { Page, Post } from '../site/site.ts'
import { paginate } from './addresses/pagination.ts'
import { type Permalinks, routeOfEntry } from './addresses/permalinks.ts'
import type { Route } from './addresses/routes.ts'
import type { TaxonomyType, Term } from './addresses/taxonomy.ts'
import { blogList, homeList, listPages, pageList, termList } from './list-pages.ts'
import { breadcrumbs } from './models/breadcrumbs.ts'
import type { Context } from './models/context.ts'
import {
  breadcrumbNav,
  languageNav,
  notFoundText,
  postFooter,
  termList as termsList,
} from './models/default-main.ts'
import { pageModel, postModel, relatedPosts } from './models/entry-models.ts'
import { alternatesOf, inLanguage, ownLanguage } from './models/languages.ts'
import { countedTerms } from './models/shared-model.ts'
import {
  type DefaultMain,
  nothing,
  ownerOf,
  type PageDraft,
  type PageSource,
  type SummaryOf,
  standsInFor,
} from './page-draft.ts'
import { sitemapPages, sitemapRoutes } from './sitemap-pages.ts'

export function pageSources(context: Context): readonly PageSource[] {
  const { site, taxonomies } = context
  const terms = (type: TaxonomyType) =>
    taxonomies[type].terms.flatMap((_, at) => listPages(context, (now) => termList(now, type, at)))
  return [
    ...listPages(context, homeList),
    ...site.posts.map((_, at) => postSource(at)),
    ...site.pages.flatMap((page) => sourcesOfPage(context, page)),
    ...terms('category'),
    ...terms('tag'),
    ...terms('author'),
    ...(context.customPage(['blog']) ? [] : listPages(context, blogList)),
    ...(context.customPage(['categories']) ? [] : [{ draft: categoriesPage }]),
    ...sitemapPages(context),
    { draft: notFoundPage },
  ]
}

/** `at` is the index of the post. */
const postSource = (at: number): PageSource => ({ draft: (now, summaryOf) => postPage(now, summaryOf, at) })

const sourcesOfPage = (context: Context, page: Page): readonly PageSource[] =>
  standsInFor(page, 'blog')
    ? listPages(context, (now) => pageList(now, page))
    : [{ draft: (now) => sitePage(now, page) }]

export function sourceOf(context: Context, entry: Post | Page | undefined): PageSource | undefined {
  if (!entry) return listPages(context, homeList)[0]
  return 'path' in entry ? sourcesOfPage(context, entry)[0] : postSource(context.site.posts.indexOf(entry))
}

function postPage(context: Context, summaryOf: SummaryOf, at: number): PageDraft {
  const { posts, settings } = context.site
  const post = posts[at]
  if (!post) throw new Error('a post was drafted for a site without it')
  const [older, newer, related] = [posts[at + 1], posts[at - 1], relatedPosts(context, post)]
  const route = context.routeOf(post)
  const model = postModel(context, summaryOf, post, { older, newer, related })
  const { title, url, excerpt } = model
  return {
    route,
    templateRoute: route,
    owner: `The post "${title}"`,
    own: post,
    // Copied, because V8 reserves extra memory for an array that has grown.
    shows: [older, newer, ...related].filter((shown) => shown !== undefined).slice(),
    summary: summaryOf(post),
    lastModified: post.updatedAt,
    data: {
      ...nothing,
      kind: 'post',
      title,
      seoTitle: post.seo?.title ?? null,
      description: post.seo?.description ?? (excerpt || settings.siteDescription),
      url,
      canonical: post.seo?.canonicalUrl ?? model.absoluteUrl,
      breadcrumbs: breadcrumbs(inLanguage(context, post.language), { title, url }),
      post: model,
      ...ownLanguage(post),
      alternates: alternatesOf(context, post),
    },
    body: post.body,
    terms: [],
    defaultMain: defaultPostMain,
  }
}

function sitePage(context: Context, page: Page): PageDraft {
  const model = pageModel(context, page)
  const { title, url } = model
  const route = context.routeOf(page)
  const standsInForCategories = standsInFor(page, 'categories')
  return {
    route,
    templateRoute: route,
    owner: ownerOf(page),
    own: page,
    shows: [],
    summary: null,
    lastModified: page.updatedAt,
    data: {
      ...nothing,
      kind: 'page',
      title,
      seoTitle: page.seo?.title ?? null,
      description: page.seo?.description ?? (model.excerpt || context.site.settings.siteDescription),
      url,
      canonical: page.seo?.canonicalUrl ?? model.absoluteUrl,
      breadcrumbs: breadcrumbs(inLanguage(context, page.language), { title, url }, page),
      page: model,
      ...ownLanguage(page),
      alternates: alternatesOf(context, page),
    },
    body: page.body,
    terms: standsInForCategories ? countedTerms(context, context.taxonomies.category.terms) : [],
    defaultMain:
      page.path.length > 1
        ? defaultSubpageMain
        : standsInForCategories
          ? defaultCategoriesMain
          : defaultContentMain,
  }
}

const defaultContentMain: DefaultMain = (content, { data: { alternates } }, { words }) =>
  languageNav(alternates, words) + content

const defaultPostMain: DefaultMain = (content, draft, context) =>
  defaultContentMain(content, draft, context) +
  (draft.data.post ? postFooter(draft.data.post, context.words) : '')

const defaultSubpageMain: DefaultMain = (content, draft, context) =>
  breadcrumbNav(draft.data.breadcrumbs, context.words) + defaultContentMain(content, draft, context)

const defaultCategoriesMain: DefaultMain = (content, draft, context) =>
  defaultContentMain(content, draft, context) + termsList(draft.terms, context.words)

function categoriesPage(context: Context): PageDraft {
  const route: Route = { kind: 'categories' }
  const draft = builtIn(
    context,
    route,
    { title: context.words.categories, owner: 'The list of categories' },
    defaultCategoriesMain,
  )
  return { ...draft, terms: countedTerms(context, context.taxonomies.category.terms) }
}

function notFoundPage(context: Context): PageDraft {
  const draft = builtIn(
    context,
    { kind: '404' },
    { title: context.words.notFound, owner: 'The page for unknown addresses' },
    (_content, _draft, { words }) => notFoundText(context.url({ kind: 'home', page: 1 }), words),
  )
  return { ...draft, data: { ...draft.data, breadcrumbs: [] } }
}

function builtIn(
  context: Context,
  route: Route & { readonly kind: 'categories' | '404' },
  { title, owner }: { readonly title: string; readonly owner: string },
  defaultMain: DefaultMain,
): PageDraft {
  const url = context.url(route)
  return {
    route,
    templateRoute: route,
    owner,
    own: null,
    shows: [],
    summary: null,
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
    defaultMain,
  }
}

export function routesOf(
  site: {
    readonly posts: readonly Post[]
    readonly pages: readonly Page[]
    readonly settings: Permalinks & { readonly postsPerPage: number }
  },
  terms: readonly Term[],
): readonly Route[] {
  const pages = (posts: readonly Post[], route: (page: number) => Route) =>
    paginate(posts, site.settings.postsPerPage).map(({ page }) => route(page))
  return [
    ...pages(site.posts, (page) => ({ kind: 'blog', page })),
    ...pages(site.posts, (page) => ({ kind: 'home', page })),
    ...terms.flatMap((term) => pages(term.posts, (page) => ({ kind: term.type, slug: term.slug, page }))),
    { kind: 'categories' },
    ...sitemapRoutes(site, terms),
    ...[...site.posts, ...site.pages].map((entry) => routeOfEntry(entry, site.settings)),
  ]
}
