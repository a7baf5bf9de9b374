/** The editable fields of posts and pages, in one type for both, without status and schedule. */
import type { FeaturedImage, Item, Kind } from '../api/types.ts'

export interface Fields {
  readonly title: string
  readonly subtitle: string
  readonly slug: string
  readonly excerpt: string
  /** Usernames. Empty in a new post: its author is then the user who creates it. */
  readonly authors: readonly string[]
  readonly category: string
  readonly tags: readonly string[]
  readonly relatedPosts: readonly string[]
  readonly featuredImage: FeaturedImage | null
  /** BCP 47 tag; empty means the site's language. */
  readonly language: string
  /** Id of the item that this one translates; empty if it is not a translation. */
  readonly translationOf: string
  readonly seoTitle: string
  readonly metaDescription: string
  readonly canonicalUrl: string
  readonly noindex: boolean
  readonly socialImage: FeaturedImage | null
  readonly pageType: 'normal' | 'custom'
  /** Slug of the parent; empty at the top level. */
  readonly parentPage: string
  readonly content: string
}
export type FieldName = keyof Fields

const search = ['seoTitle', 'metaDescription', 'canonicalUrl', 'noindex', 'socialImage'] as const
const shared = [
  ...(['title', 'subtitle', 'slug', 'featuredImage', 'language', 'translationOf'] as const),
  ...search,
] as const
const namesOf = {
  posts: [...shared, 'excerpt', 'authors', 'category', 'tags', 'relatedPosts'],
  pages: [...shared, 'excerpt', 'pageType', 'parentPage'],
} as const satisfies Record<Kind, readonly FieldName[]>

export const noFields: Fields = {
  title: '',
  subtitle: '',
  slug: '',
  excerpt: '',
  authors: [],
  category: '',
  tags: [],
  relatedPosts: [],
  featuredImage: null,
  language: '',
  translationOf: '',
  seoTitle: '',
  metaDescription: '',
  canonicalUrl: '',
  noindex: false,
  socialImage: null,
  pageType: 'custom',
  parentPage: '',
  content: '',
}

export const fieldsOf = (item: Item): Fields => ({
  title: item.title,
  subtitle: item.subtitle ?? '',
  slug: item.slug,
  excerpt: item.excerpt ?? '',
  authors: item.authors ?? (item.author ? [item.author] : []),
  category: item.category ?? '',
  tags: item.tags ?? [],
  relatedPosts: item.relatedPosts ?? [],
  featuredImage: item.featuredImage ?? null,
  language: item.language ?? '',
  translationOf: item.translationOf ?? '',
  seoTitle: item.seoTitle ?? '',
  metaDescription: item.metaDescription ?? '',
  canonicalUrl: item.canonicalUrl ?? '',
  noindex: item.noindex ?? false,
  socialImage: item.socialImage ?? null,
  pageType: item.pageType ?? 'normal',
  parentPage: item.parentPage ?? '',
  content: item.content,
})

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Names of the fields, including `content`, whose values differ. */
export const differing = (kind: Kind, a: Fields, b: Fields): readonly FieldName[] =>
  [...namesOf[kind], 'content' as const].filter((name) => !isSame(a[name], b[name]))

export interface Changes {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly content?: string
}

/**
 * Request body that changes `before` into `after`. Omits an empty slug, because an update rejects it.
 */
export function changesBetween(kind: Kind, before: Fields, after: Fields): Changes {
  const names = differing(kind, before, after)
  const metadata = names
    .filter((name) => name !== 'content' && !(name === 'slug' && after.slug === ''))
    .map((name) => [name, isCleared(name, after) ? null : after[name]] as const)
  return {
    metadata: Object.fromEntries(metadata),
    ...(names.includes('content') ? { content: after.content } : {}),
  }
}

/** Fields to send as null: empty texts except the required title, and `noindex: false`. */
const isCleared = (name: FieldName, fields: Fields): boolean =>
  (fields[name] === '' && name !== 'title') || (name === 'noindex' && !fields.noindex)

/** Request body of a new item. */
export const creationOf = (kind: Kind, fields: Fields): Changes =>
  changesBetween(kind, { ...noFields, pageType: 'normal' }, fields)

/** Returns the item with the changes. Values that the server computes, like updatedAt, stay the same. */
export const changedItem = (item: Item, { metadata, content }: Changes): Item => ({
  ...item,
  ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, value ?? undefined])),
  ...(content === undefined ? {} : { content }),
})

/** Fields that restoring a revision never changes, so that the item keeps its URL and its parent. */
const fixedNames: readonly FieldName[] = ['slug', 'pageType', 'parentPage']

/** Names of the fields that a revision may restore. */
export const restorableNames = (kind: Kind): readonly FieldName[] =>
  [...namesOf[kind], 'content' as const].filter((name) => !fixedNames.includes(name))

/**
 * Request body that stores unsaved changes as a revision. Has only restorable fields, and omits an empty
 * title, which the API would reject.
 */
export function snapshotOf(kind: Kind, before: Fields, after: Fields): Changes {
  const { metadata, ...text } = changesBetween(kind, before, after)
  const names = restorableNames(kind).filter((name) => !(name === 'title' && after.title.trim() === ''))
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata).filter(([name]) => names.some((restorable) => restorable === name)),
    ),
    ...text,
  }
}

/** Request body of a preview. */
export const entryOf = (kind: Kind, id: string | undefined, fields: Fields) => ({
  type: kind === 'posts' ? ('post' as const) : ('page' as const),
  ...(id ? { id } : {}),
  ...creationOf(kind, fields),
})
