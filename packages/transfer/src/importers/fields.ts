/** Converts front matter of site generators to metadata of Typecase. */
import { languageError } from '@typecase/kernel'
import type { KnownMetadata } from '../model.ts'
import type { Reporter } from '../report.ts'
import { searchFields, searchNames } from './search-fields.ts'
import { compact, textOf } from './values.ts'

export { compact, textOf } from './values.ts'

type Raw = Readonly<Record<string, unknown>>

/** Metadata of a file that does not depend on other files. */
export type FileFields = Omit<KnownMetadata, 'slug' | 'sourceKey' | 'sourceUrl'>

export interface FieldContext {
  readonly file: string
  readonly type: 'post' | 'page'
  readonly now: Date
  readonly reporter: Reporter
  /** Title for files whose front matter has none. */
  readonly fallbackTitle: string
  /** Date from the file name, for files whose front matter has none. */
  readonly fallbackDate?: string | undefined
}

/** Names of fields that are converted or omitted. Fields with other names stay unchanged. */
const renamed = new Set<string>([
  'title',
  'slug',
  'status',
  'draft',
  'published',
  'date',
  'lastmod',
  'last_modified_at',
  'modified',
  'updated',
  'publishdate',
  'publishDate',
  'pubdate',
  'expirydate',
  'expiryDate',
  'unpublishdate',
  'author',
  'authors',
  'lang',
  'language',
  'category',
  'categories',
  'tags',
  'tag',
  'excerpt',
  'summary',
  'subtitle',
  'aliases',
  'alias',
  'redirect_from',
  'featuredImage',
  'featured_image',
  'image',
  'images',
  'cover',
  'thumbnail',
  ...searchNames,
  'socialImage',
  'social_image',
  'permalink',
  'url',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'publishAt',
  'unpublishAt',
  'sourceKey',
  'sourceUrl',
  'pageType',
  'parentPage',
  'id',
  'content',
  '__proto__',
  'constructor',
  'prototype',
])

export function fileFields(raw: Raw, context: FieldContext): FileFields {
  const created = dateOf(raw.date ?? raw.pubdate) ?? context.fallbackDate
  const published = dateOf(raw.publishDate ?? raw.publishdate) ?? created
  const scheduled = published !== undefined && new Date(published) > context.now
  const isDraft = raw.draft === true || raw.draft === 'true' || raw.published === false || scheduled
  if (scheduled)
    context.reporter.warn('scheduled', context.file, `becomes a draft that is published at ${published}`)
  return compact({
    title: titleOf(raw, context),
    subtitle: textOf(raw.subtitle),
    status: isDraft ? 'draft' : 'published',
    ...authorsOf(raw, context),
    language: languageOf(textOf(raw.language ?? raw.lang), context),
    ...terms(raw, context),
    excerpt: context.type === 'post' ? textOf(raw.excerpt ?? raw.summary) : undefined,
    featuredImage: imageOf(
      raw.featuredImage ?? raw.featured_image ?? raw.image ?? raw.images ?? raw.cover ?? raw.thumbnail,
    ),
    ...searchFields(raw),
    socialImage: imageOf(raw.socialImage ?? raw.social_image),
    createdAt: created,
    updatedAt: dateOf(raw.lastmod ?? raw.last_modified_at ?? raw.modified ?? raw.updated),
    publishedAt: isDraft ? undefined : published,
    publishAt: scheduled ? published : undefined,
    unpublishAt: dateOf(raw.expiryDate ?? raw.expirydate ?? raw.unpublishdate),
    ...extraFields(raw),
  }) as unknown as FileFields
}

function titleOf(raw: Raw, { file, fallbackTitle, reporter }: FieldContext): string {
  const title = textOf(raw.title)?.trim()
  if (title) return title
  reporter.warn('title-from-name', file, `has no title; the title becomes "${fallbackTitle}"`)
  return fallbackTitle
}

/** Keeps the first category of a post, and turns its other categories into tags. */
function terms(raw: Raw, { file, type, reporter }: FieldContext): Raw {
  const categories = textsOf(raw.categories ?? raw.category)
  const tags = textsOf(raw.tags ?? raw.tag)
  if (type === 'page')
    return compact({
      categories: categories.length > 0 ? categories : undefined,
      tags: tags.length > 0 ? tags : undefined,
    })
  const [category, ...further] = categories
  if (further.length > 0)
    reporter.warn(
      'categories-to-tags',
      file,
      `has ${categories.length} categories; the first is kept, the others become tags`,
    )
  const all = [...new Set([...tags, ...further])]
  return compact({ category, tags: all.length > 0 ? all : undefined })
}

/** Maximum authors of a post. */
export const mostAuthors = 20

function authorsOf(raw: Raw, { type }: FieldContext): Raw {
  const nameOf = (value: unknown): string | undefined =>
    (typeof value === 'object' && value !== null ? textOf((value as Raw).name) : textOf(value))?.trim() ||
    undefined
  const listed = [raw.author, raw.authors].flat().flatMap((value) => nameOf(value) ?? [])
  const names = listed.filter(
    (name, at) => listed.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at,
  )
  const authors = names.length > 1 && type === 'post' ? names.slice(0, mostAuthors) : undefined
  return compact({ author: names[0], authors })
}

/** Omits invalid BCP 47 tags, which the server would refuse. */
export function languageOf(
  language: string | undefined,
  { file, reporter }: Pick<FieldContext, 'file' | 'reporter'>,
): string | undefined {
  if (language === undefined) return undefined
  const problem = languageError(language)
  if (problem === undefined) return language
  reporter.warn('language', file, `has the language "${language}", which ${problem}; the language is omitted`)
  return undefined
}

function imageOf(value: unknown): KnownMetadata['featuredImage'] {
  const first = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string' && first !== '') return { url: first }
  if (typeof first !== 'object' || first === null) return undefined
  const { url, src, image, path, alt } = first as Raw
  const address = textOf(url ?? src ?? image ?? path)
  return address ? compact({ url: address, alt: textOf(alt) }) : undefined
}

const extraFields = (raw: Raw): Raw =>
  Object.fromEntries(Object.entries(raw).filter(([name, value]) => !renamed.has(name) && value !== null))

/** Converts a date to ISO 8601 with milliseconds; Jekyll writes `2024-05-01 10:00:00 +0200`. */
export function dateOf(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (typeof value !== 'string') return undefined
  const iso = value
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?/, '$1T$2')
    .replace(/T(\d):/, 'T0$1:')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
  // Generators read a time without a zone as UTC.
  const zoned = /T[\d:.]+$/.test(iso) ? `${iso}Z` : iso
  const date = new Date(zoned)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Converts a list or a comma-separated text. */
export function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return list.flatMap((entry) => textOf(entry)?.trim() || [])
}
