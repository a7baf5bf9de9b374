import { compare, type Heading, type Page, type Post } from '../../site/site.ts'
import type { TaxonomyType, Term } from '../addresses/taxonomy.ts'
import { type AuthorLink, type AuthorModel, bylineOf } from './authors.ts'
import type { Context } from './context.ts'
import { type ImageSources, imageSources } from './images.ts'

export interface Link {
  readonly title: string
  readonly url: string
}

export interface TermLink {
  readonly name: string
  readonly slug: string
  readonly url: string
}

export interface ImageModel {
  readonly url: string
  readonly alt: string
  readonly caption: string | null
  readonly width: number | null
  readonly height: number | null
}

interface EntryModel {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly url: string
  readonly absoluteUrl: string
  readonly subtitle: string | null
  readonly excerpt: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly publishedAt: string
  /** BCP 47; null for the language of the site. */
  readonly language: string | null
  readonly featuredImage: ImageModel | null
  readonly image: ImageSources | null
  readonly meta: Readonly<Record<string, unknown>>
}

export interface PostSummary extends EntryModel {
  /** The names of all authors. */
  readonly author: string
  readonly authors: readonly AuthorLink[]
  readonly category: TermLink | null
  readonly tags: readonly TermLink[]
  readonly readingMinutes: number
}

export interface PostModel extends PostSummary {
  readonly authors: readonly AuthorModel[]
  readonly content: string
  readonly headings: readonly Heading[]
  readonly related: readonly PostSummary[]
  readonly previous: Link | null
  readonly next: Link | null
}

export interface PageModel extends EntryModel {
  readonly type: Page['type']
  readonly content: string
  readonly headings: readonly Heading[]
  readonly parent: Link | null
  readonly children: readonly Link[]
}

/** Returns a function that caches the summary of each post. */
export function postSummaries(
  context: Context,
  made = new WeakMap<Post, PostSummary>(),
): (post: Post) => PostSummary {
  const linkTo = termLinks(context)
  return (post) => {
    const summary = made.get(post) ?? postSummary(context, linkTo, post)
    made.set(post, summary)
    return summary
  }
}

function termLinks(context: Context): (term: Term) => TermLink {
  const made = new Map<Term, TermLink>()
  return (term) => {
    const link = made.get(term) ?? termLink(context, term)
    made.set(term, link)
    return link
  }
}

const wordsPerMinute = 220

function postSummary(context: Context, linkTo: (term: Term) => TermLink, post: Post): PostSummary {
  const link = (type: TaxonomyType, name: string) => {
    const term = context.taxonomies[type].termOf(name)
    return term ? [linkTo(term)] : []
  }
  const tags = post.tags.flatMap((name) => link('tag', name))
  const authors = context.authors.linksOf(post.authors)
  return {
    ...entryModel(context, post, context.routeOf(post)),
    author: bylineOf(authors),
    authors,
    category: (post.category === null ? [] : link('category', post.category))[0] ?? null,
    // Copied, because V8 reserves extra memory for an array that has grown.
    tags: tags.filter((tag, index) => tags.findIndex((other) => other.slug === tag.slug) === index).slice(),
    readingMinutes: Math.max(1, Math.round(post.body.words / wordsPerMinute)),
  }
}

/** Related posts in the order that the author has chosen. */
export const relatedPosts = (context: Context, post: Post): readonly Post[] =>
  post.relatedPosts.length === 0
    ? []
    : [...new Set(post.relatedPosts)]
        .flatMap((id) => context.post(id) ?? [])
        .filter((other) => other !== post)

/** Content and headings are empty here; they are added when the page is rendered. */
export function postModel(
  context: Context,
  summaryOf: (post: Post) => PostSummary,
  post: Post,
  {
    older,
    newer,
    related,
  }: {
    readonly older: Post | undefined
    readonly newer: Post | undefined
    readonly related: readonly Post[]
  },
): PostModel {
  const link = (other: Post | undefined): Link | null =>
    other ? { title: other.title, url: context.url(context.routeOf(other)) } : null
  return {
    ...summaryOf(post),
    authors: context.authors.modelsOf(post.authors),
    content: '',
    headings: [],
    related: related.map(summaryOf),
    previous: link(older),
    next: link(newer),
  }
}

export function pageModel(context: Context, page: Page): PageModel {
  const link = (other: Page): Link => ({ title: other.title, url: context.url(context.routeOf(other)) })
  const parent =
    page.type === 'custom' && page.path.length > 1 ? context.customPage(page.path.slice(0, -1)) : undefined
  const children = context
    .childrenOf(page)
    .toSorted((a, b) => compare(a.title, b.title) || compare(a.id, b.id))
  return {
    ...entryModel(context, page, context.routeOf(page)),
    type: page.type,
    content: '',
    headings: [],
    parent: parent ? link(parent) : null,
    children: children.map(link),
  }
}

export const termLink = (context: Context, { type, name, slug }: Term): TermLink => ({
  name: type === 'author' ? context.authors.nameOf({ name }) : name,
  slug,
  url: context.url({ kind: type, slug, page: 1 }),
})

function entryModel(context: Context, entry: Post | Page, route: Parameters<Context['url']>[0]): EntryModel {
  return {
    id: entry.id,
    title: entry.title,
    slug: entry.slug,
    url: context.url(route),
    absoluteUrl: context.absoluteUrl(route),
    subtitle: entry.subtitle,
    excerpt: entry.excerpt ?? entry.body.excerpt,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    publishedAt: entry.publishedAt,
    language: entry.language,
    featuredImage: imageModel(context, entry),
    image:
      entry.featuredImage &&
      imageSources(context.resolve, entry.featuredImage, context.mediaFile(entry.featuredImage.url)),
    meta: entry.meta,
  }
}

function imageModel(context: Context, { featuredImage }: Post | Page): ImageModel | null {
  if (!featuredImage) return null
  const file = context.mediaFile(featuredImage.url)
  return {
    url: context.resolve(featuredImage.url),
    alt: featuredImage.alt,
    caption: file?.caption || null,
    width: file?.width ?? null,
    height: file?.height ?? null,
  }
}
