import type { Page, Post } from './site.ts'

export type Metadata = Readonly<Record<string, unknown>>

/** @throws SyntaxError */
export function metadataOf(json: string): Metadata {
  const value: unknown = json === '' ? {} : JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Metadata) : {}
}

const known = new Set([
  'subtitle',
  'category',
  'tags',
  'excerpt',
  'featuredImage',
  'relatedPosts',
  'publishedAt',
])

/** Unknown fields are `meta`. */
export const entryFields = (
  metadata: Metadata,
): Pick<Post & Page, 'subtitle' | 'excerpt' | 'featuredImage' | 'meta'> => ({
  subtitle: text(metadata.subtitle),
  excerpt: text(metadata.excerpt),
  featuredImage: image(metadata.featuredImage),
  meta: Object.fromEntries(Object.entries(metadata).filter(([name]) => !known.has(name))),
})

export const postFields = (metadata: Metadata): Pick<Post, 'category' | 'tags' | 'relatedPosts'> => ({
  category: text(metadata.category),
  tags: texts(metadata.tags),
  relatedPosts: texts(metadata.relatedPosts),
})

/** ISO 8601; undefined for other values. */
export function instant(value: unknown): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** Null for a blank text. */
export const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => text(entry) !== null) : []

function image(value: unknown): Post['featuredImage'] {
  if (typeof value !== 'object' || value === null || !('url' in value)) return null
  const url = text(value.url)
  const alt = 'alt' in value ? text(value.alt) : null
  return url && /^(https?:\/\/|\/(?![/\\]))/i.test(url) ? { url, alt: alt ?? '' } : null
}
