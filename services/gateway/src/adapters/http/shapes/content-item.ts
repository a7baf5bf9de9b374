/** Posts and pages in responses: a flat item, a list item, and the result of an update. */
import type { Page, Post, RelatedPost } from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import { timestamp } from '../routes/schemas.ts'
import { shownSearchFields } from '../routes/search-fields.ts'

export type Frontmatter = Readonly<Record<string, unknown>>

const image = z.looseObject({
  id: z.string().nullish(),
  url: z.string().nullish(),
  alt: z.string().nullish(),
})
const common = {
  id: z.string(),
  title: z.string(),
  subtitle: z.string().optional(),
  slug: z.string(),
  status: z.enum(['published', 'draft']),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  featuredImage: image.optional(),
  language: z.string().optional(),
  translationOf: z.string().optional(),
  ...shownSearchFields(image),
  publishAt: timestamp().optional(),
  unpublishAt: timestamp().optional(),
  publishedAt: timestamp().optional().describe('When it was first published.'),
}
const excerpt = z.string().optional()
const related = z.object({ ...pick(common, 'id', 'title', 'subtitle', 'slug', 'featuredImage'), excerpt })

export const postFrontmatter = z.looseObject({
  ...common,
  author: z.string(),
  authors: z.array(z.string()).optional(),
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  excerpt,
  relatedPosts: z.array(z.string()).optional(),
})
export const flatPost = z.looseObject({
  ...postFrontmatter.shape,
  relatedPosts: z.array(z.string()),
  relatedPostsData: z.array(related).optional(),
  content: z.string(),
})
const pageFields = { pageType: z.enum(['normal', 'custom']), parentPage: z.string().nullable() }
export const pageFrontmatter = z.looseObject({ ...common, ...pageFields })
export const flatPage = z.looseObject({ ...pageFrontmatter.shape, content: z.string() })

/** Every field of the frontmatter is optional, because the query parameter `properties` selects fields. */
export const listItem = (frontmatter: z.ZodObject) =>
  z.object({ frontmatter: frontmatter.partial(), content: z.string().optional() })

export const updatedPost = z.object(pick(common, 'id', 'title', 'slug', 'status', 'updatedAt'))
export const updatedPage = updatedPost.extend(pageFields)

/**
 * Fixed fields come first and override metadata fields with the same name. A metadata field `content` is
 * omitted.
 */
export const toPostFrontmatter = (post: Post): Frontmatter => frontmatterOf(post, { author: post.author })

export const toPageFrontmatter = (page: Page): Frontmatter =>
  frontmatterOf(page, { pageType: page.pageType, parentPage: page.parentPage ?? null })

function frontmatterOf(item: Post | Page, kindFields: Frontmatter): Frontmatter {
  const fixed = fixedOf(item, kindFields)
  const { content: _content, ...metadata } = metadataOf(item.metadataJson)
  return { ...fixed, ...metadata, ...fixed }
}

const fixedOf = (item: Post | Page, kindFields: Frontmatter): Frontmatter => ({
  id: item.id,
  title: item.title,
  slug: item.slug,
  status: item.status,
  ...kindFields,
  createdAt: fromTimestamp(item.createdAt).toISOString(),
  updatedAt: fromTimestamp(item.updatedAt).toISOString(),
})

/** Without `related`, the result has no `relatedPostsData`. */
export function toFlatPost(post: Post, related?: readonly RelatedPost[]): Frontmatter {
  const {
    relatedPosts = [],
    content: _content,
    relatedPostsData: _data,
    ...metadata
  } = metadataOf(post.metadataJson)
  const fixed = fixedOf(post, { author: post.author })
  return {
    ...fixed,
    ...metadata,
    ...fixed,
    relatedPosts,
    ...(related === undefined ? {} : { relatedPostsData: related.map(toRelatedPost) }),
    content: post.content ?? '',
  }
}

export function toFlatPage(page: Page): Frontmatter {
  return { ...toPageFrontmatter(page), content: page.content ?? '' }
}

export const toUpdatedPost = (post: Post) => {
  const { id, title, slug, status, updatedAt } = toPostFrontmatter(post)
  return { id, title, slug, status, updatedAt }
}

export const toUpdatedPage = (page: Page) => {
  const { id, title, slug, status, updatedAt, pageType, parentPage } = toPageFrontmatter(page)
  return { id, title, slug, status, updatedAt, pageType, parentPage }
}

/** A list item, without `content` if the content was not requested. */
export const toListItem = (frontmatter: Frontmatter, content: string | undefined): ListItem =>
  content === undefined ? { frontmatter } : { frontmatter, content }

interface ListItem {
  readonly frontmatter: Frontmatter
  readonly content?: string
}

function toRelatedPost({ id, title, slug, metadataJson }: RelatedPost) {
  const { subtitle, featuredImage, excerpt } = metadataOf(metadataJson)
  return {
    id,
    title,
    ...(subtitle === undefined ? {} : { subtitle }),
    slug,
    ...(featuredImage === undefined ? {} : { featuredImage }),
    ...(excerpt === undefined ? {} : { excerpt }),
  }
}

export const metadataOf = (json: string): Record<string, unknown> => (json === '' ? {} : JSON.parse(json))

function pick<T extends object, K extends keyof T>(object: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<T, K>
}
