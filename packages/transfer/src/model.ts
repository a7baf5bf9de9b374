/** Data model of an archive, common to all importers. */
import type { ByteStream } from './bytes.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type Fields = Readonly<Record<string, Json>>

export interface KnownMetadata {
  /** A UUID in lower case. */
  readonly id?: string
  readonly title: string
  readonly slug: string
  readonly status: 'draft' | 'published'
  /** Identity of the item in its source. A second import finds the item by this key. */
  readonly sourceKey: string
  /** Path of the item on the source site; relative links in the body are resolved against it. */
  readonly sourceUrl?: string
  readonly subtitle?: string
  readonly author?: string
  /** Several authors, `author` first. */
  readonly authors?: readonly string[]
  /** BCP 47. */
  readonly language?: string
  /** Id of the original that this item translates. */
  readonly translationOf?: string
  readonly category?: string
  readonly tags?: readonly string[]
  readonly excerpt?: string
  /** The `url` of a media file in the archive, or an address on another site. */
  readonly featuredImage?: { readonly id?: string; readonly url: string; readonly alt?: string }
  readonly seoTitle?: string
  readonly metaDescription?: string
  readonly canonicalUrl?: string
  readonly noindex?: boolean
  readonly socialImage?: { readonly id?: string; readonly url: string; readonly alt?: string }
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly publishedAt?: string
  readonly publishAt?: string
  readonly pageType?: 'normal' | 'custom'
  readonly parentPage?: string | null
  /** Earlier addresses, as paths from the root of the site. */
  readonly aliases?: readonly string[]
}

/** Metadata with further fields, which stay unchanged. */
export type Metadata = KnownMetadata & { readonly [extra: string]: unknown }

export interface Item {
  readonly type: 'post' | 'page'
  readonly metadata: Metadata
  /** Markdown, byte for byte. */
  readonly body: string
  /** Revisions, oldest first, if the export includes them. */
  readonly revisions?: readonly Revision[]
}

export interface Revision {
  readonly revision: number
  /** Username of the author of the change. */
  readonly author: string
  readonly createdAt: string
  readonly title: string
  readonly slug: string
  readonly status: 'draft' | 'published'
  /** Names of the changed fields. */
  readonly changed: string[]
  /** True if the revision keeps text that was never saved to the item. */
  readonly snapshot: boolean
  readonly metadata: { readonly [field: string]: unknown }
  readonly content: string
}

export interface Media {
  /** Name in the folder `media`. */
  readonly file: string
  /** URL by which bodies in the archive refer to the file. */
  readonly url: string
  readonly sourceKey: string
  readonly originalFilename?: string
  readonly alt?: string
  readonly caption?: string
  readonly createdAt?: string
  readonly id?: string
  /** Other URLs of the file in bodies, such as those of smaller sizes. */
  readonly aliases?: readonly string[]
}

export interface MenuItem {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly parent?: string | null
  readonly class?: string
  readonly target?: string
}

export interface Author {
  readonly username: string
  readonly email?: string
  readonly name?: string
  readonly role?: 'admin' | 'editor'
  readonly sourceKey?: string
  /** Fields of the profile, such as `displayName` and `bio`. */
  readonly [field: string]: unknown
}

export interface Redirect {
  readonly from: string
  /** Absent for status 410. */
  readonly to?: string
  /** 301 by default. */
  readonly status?: number
}

export type Entry =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'media'; readonly media: Media; readonly open: () => Promise<ByteStream> }
  | { readonly kind: 'menu'; readonly items: readonly MenuItem[] }
  | { readonly kind: 'settings'; readonly settings: Fields }
  | { readonly kind: 'users'; readonly users: readonly Author[] }
  | { readonly kind: 'redirects'; readonly redirects: readonly Redirect[] }
  /** Data that Typecase does not support, stored as a line of `beside/<name>.jsonl`. */
  | { readonly kind: 'beside'; readonly name: 'comments' | 'members'; readonly record: Fields }

export type EntryKind = Entry['kind']
export type EntryOf<K extends EntryKind> = Extract<Entry, { readonly kind: K }>
