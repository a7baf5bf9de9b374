import { languageError } from '@typecase/kernel'
import type { Page, Post, Seo } from './site.ts'

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
  'author',
  'authors',
  'language',
  'translationOf',
  'seoTitle',
  'metaDescription',
  'canonicalUrl',
  'noindex',
  'socialImage',
])

/** Puts unknown fields into `meta`. */
export const entryFields = (
  metadata: Metadata,
): Pick<
  Post & Page,
  'subtitle' | 'excerpt' | 'featuredImage' | 'seo' | 'meta' | 'language' | 'translationOf'
> => ({
  subtitle: text(metadata.subtitle),
  excerpt: text(metadata.excerpt),
  featuredImage: image(metadata.featuredImage),
  seo: seo(metadata),
  language: language(metadata.language),
  translationOf: text(metadata.translationOf),
  meta: Object.fromEntries(Object.entries(metadata).filter(([name]) => !known.has(name))),
})

export const postFields = (metadata: Metadata): Pick<Post, 'category' | 'tags' | 'relatedPosts'> => ({
  category: text(metadata.category),
  tags: texts(metadata.tags),
  relatedPosts: texts(metadata.relatedPosts),
})

/** Falls back to `author`, which earlier releases stored. */
export function authorFields(metadata: Metadata): Post['authors'] {
  const named = texts(metadata.authors)
  const author = text(metadata.author)
  if (named.length > 0) return named
  return author === null ? [] : [author]
}

/** ISO 8601; undefined for other values. */
export function instant(value: unknown): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** Null for blank text and for values that are not text. */
export const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

/** Ignores invalid values, which earlier versions accepted. */
const language = (value: unknown): string | null =>
  typeof value === 'string' && languageError(value) === undefined
    ? (Intl.getCanonicalLocales(value)[0] ?? null)
    : null

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => text(entry) !== null) : []

function seo({ seoTitle, metaDescription, canonicalUrl, noindex, socialImage }: Metadata): Seo | null {
  const fields: Seo = {
    title: text(seoTitle),
    description: text(metaDescription),
    canonicalUrl: webAddress(canonicalUrl),
    noindex: noindex === true,
    image: image(socialImage),
  }
  return Object.values(fields).some((value) => value !== null && value !== false) ? fields : null
}

/** Ignores invalid values, which earlier versions accepted. */
function webAddress(value: unknown): string | null {
  const address = text(value)
  return address && /^https?:\/\//i.test(address) ? (URL.parse(address)?.href ?? null) : null
}

function image(value: unknown): Post['featuredImage'] {
  if (typeof value !== 'object' || value === null || !('url' in value)) return null
  const url = text(value.url)
  const alt = 'alt' in value ? text(value.alt) : null
  return url && /^(https?:\/\/|\/(?![/\\]))/i.test(url) ? { url, alt: alt ?? '' } : null
}
