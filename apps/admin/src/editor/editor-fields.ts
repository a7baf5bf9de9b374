/** Editable fields, without status and schedule; the same for posts and pages. */
import type { FeaturedImage, Item, Kind } from '../api/types.ts'

export interface EditorFields {
  readonly title: string
  readonly subtitle: string
  readonly slug: string
  readonly excerpt: string
  /** Usernames. Empty in a new post, which gets the user who creates it. */
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
export type FieldName = keyof EditorFields

const search = ['seoTitle', 'metaDescription', 'canonicalUrl', 'noindex', 'socialImage'] as const
const shared = [
  ...(['title', 'subtitle', 'slug', 'featuredImage', 'language', 'translationOf'] as const),
  ...search,
] as const
const fieldNames = {
  posts: [...shared, 'excerpt', 'authors', 'category', 'tags', 'relatedPosts'],
  pages: [...shared, 'excerpt', 'pageType', 'parentPage'],
} as const satisfies Record<Kind, readonly FieldName[]>

export const emptyFields: EditorFields = {
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

export const editorFields = (item: Item): EditorFields => ({
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

/** Names of fields, including `content`, with different values. */
export const differingFields = (kind: Kind, a: EditorFields, b: EditorFields): readonly FieldName[] =>
  [...fieldNames[kind], 'content' as const].filter((name) => !isSame(a[name], b[name]))

export interface Changes {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly content?: string
}

/** Request body that changes `before` into `after`. Omits an empty slug, which an update rejects. */
export function changesBetween(kind: Kind, before: EditorFields, after: EditorFields): Changes {
  const names = differingFields(kind, before, after)
  const metadata = names
    .filter((name) => name !== 'content' && !(name === 'slug' && after.slug === ''))
    .map((name) => [name, isCleared(name, after) ? null : after[name]] as const)
  return {
    metadata: Object.fromEntries(metadata),
    ...(names.includes('content') ? { content: after.content } : {}),
  }
}

/** Fields to send as null: empty texts except the required title, and `noindex: false`. */
const isCleared = (name: FieldName, fields: EditorFields): boolean =>
  (fields[name] === '' && name !== 'title') || (name === 'noindex' && !fields.noindex)

/** Request body of a new item. */
export const creationBody = (kind: Kind, fields: EditorFields): Changes =>
  changesBetween(kind, { ...emptyFields, pageType: 'normal' }, fields)

/** Applies the changes to the item. Values of the server, like updatedAt, stay. */
export const changedItem = (item: Item, { metadata, content }: Changes): Item => ({
  ...item,
  ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, value ?? undefined])),
  ...(content === undefined ? {} : { content }),
})

/** Fields that a restore never changes, so that the item keeps its URL and position. */
const fixedNames: readonly FieldName[] = ['slug', 'pageType', 'parentPage']

/** Names of the fields that a revision may restore. */
export const restorableNames = (kind: Kind): readonly FieldName[] =>
  [...fieldNames[kind], 'content' as const].filter((name) => !fixedNames.includes(name))

/** Request body that stores unsaved changes as a revision: restorable fields, without an empty title. */
export function revisionBody(kind: Kind, before: EditorFields, after: EditorFields): Changes {
  const { metadata, ...text } = changesBetween(kind, before, after)
  const names = restorableNames(kind).filter((name) => !(name === 'title' && after.title.trim() === ''))
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata).filter(([name]) => names.some((own) => own === name)),
    ),
    ...text,
  }
}

/** Request body of a preview. */
export const previewRequest = (kind: Kind, id: string | undefined, fields: EditorFields) => ({
  type: kind === 'posts' ? ('post' as const) : ('page' as const),
  ...(id ? { id } : {}),
  ...creationBody(kind, fields),
})
