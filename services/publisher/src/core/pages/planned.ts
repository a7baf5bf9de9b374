import type { RenderError } from '../errors.ts'
import type { Page, Post } from '../site/site.ts'
import type { PaginationModel } from './addresses/pagination.ts'
import type { TaxonomyType } from './addresses/taxonomy.ts'
import type { ChunkedList } from './chunked-list.ts'
import type { Manifest } from './manifest.ts'
import type { AuthorModel } from './models/authors.ts'
import type { Breadcrumb } from './models/breadcrumbs.ts'
import type { PageModel, PostModel, PostSummary } from './models/entry-models.ts'
import type { Alternate, OwnLanguage } from './models/languages.ts'
import type { Section } from './models/sections.ts'
import type { CountedTerm, SharedModel, SharedName } from './models/shared-model.ts'

/** Returns the SHA-256 of a text in hexadecimal. */
export type Digest = (text: string) => string

export type Kind =
  | ('home' | 'post' | 'page' | 'category' | 'tag' | 'author')
  | ('blog' | 'categories' | 'sitemap' | '404')

/** Data of one page for its template. Templates also read site-wide values (docs/themes.md). */
export interface PageData extends OwnLanguage {
  readonly kind: Kind
  readonly title: string
  /** Text of `<title>`, if the post or page sets one. */
  readonly seoTitle: string | null
  readonly description: string
  readonly content: string
  readonly url: string
  readonly canonical: string
  readonly breadcrumbs: readonly Breadcrumb[]
  readonly post: PostModel | null
  readonly page: PageModel | null
  readonly taxonomy: (CountedTerm & { readonly type: TaxonomyType }) | null
  readonly author: AuthorModel | null
  readonly posts: readonly PostSummary[]
  readonly pagination: PaginationModel | null
  readonly sections: readonly Section[]
  /** The translations of the page; empty if it has none. */
  readonly alternates: readonly Alternate[]
  readonly head: string
}

export interface HeadImage {
  /** Absolute. */
  readonly url: string
  readonly alt: string
  /** Pixels. */
  readonly size?: { readonly width: number; readonly height: number }
}

/** Values that the HTML head needs and the model of the page does not contain. */
export interface HeadFacts {
  readonly image: HeadImage | null
  readonly noindex: boolean
}

export interface HeadlessPage {
  readonly model: Omit<PageData, 'head'>
  readonly headFacts: HeadFacts
}

interface Planned {
  readonly path: string
  /** Equal digests mean equal bytes. */
  readonly digest: string
}

/**
 * Number of leading digits of a page digest that cover the template and its shared values. The remaining
 * digits cover the page itself.
 */
export const templateDigits = 32

export interface PlannedPage extends Planned {
  readonly type: 'page'
  /** Position among the pages of the site. Every publisher computes the same number. */
  readonly number: number
  readonly kind: Kind
  readonly template: string
  readonly model: PageData
  /** The page without `head`, which the renderer adds. Undefined if an extension may change the head. */
  readonly headless?: HeadlessPage
  readonly shared: readonly SharedName[]
  readonly about: PageAbout
}

export interface PageAbout {
  readonly own: Post | Page | null
  readonly shows: readonly Post[]
  readonly summary: PostSummary | null
}

export interface PlannedText extends Planned {
  readonly type: 'text'
  readonly text: string | Uint8Array
}

/** A file whose text is computed when it is written. */
export const lazyText = (path: string, digest: string, text: () => PlannedText['text']): PlannedText => ({
  type: 'text',
  path,
  digest,
  get text() {
    return text()
  },
})

export interface PlannedCopy extends Planned {
  readonly type: 'copy'
  readonly source: CopySource
}

export type CopySource = StoredSource | IconSource | CardSource

/** Bytes that the themes or media service stores. */
export type StoredSource =
  | { readonly from: 'theme'; readonly path: string }
  | { readonly from: 'media'; readonly folder: string; readonly filename: string; readonly digest: string }

/** A square icon; `size` is the length of a side in pixels. */
export interface IconSource {
  readonly from: 'icon'
  readonly image: StoredSource & { readonly from: 'media' }
  readonly size: number
  readonly isIco: boolean
}

/** A social card, which shows the title as an image. */
export interface CardSource {
  readonly from: 'card'
  readonly card: Card
}

export interface Card {
  readonly title: string
  /** Author and site; may be empty. */
  readonly byline: string
  readonly direction: 'ltr' | 'rtl'
  /** `#rrggbb`. */
  readonly colors: { readonly background: string; readonly text: string; readonly accent: string }
}

export type PlannedFile = PlannedPage | PlannedText | PlannedCopy

export interface SitePlan {
  /** Errors of omitted pages. */
  readonly omitted: readonly RenderError[]
  /** Sorted by path. */
  readonly files: ChunkedList<PlannedFile>
  /** The manifest of `files`, in the same order. */
  readonly manifest: Manifest
  readonly pages: number
  readonly shared: SharedModel
  /** Address of each post and page, by entry name; the same object while no address changes. */
  readonly entryAddresses: ReadonlyMap<string, string>
  /** HTML that is inserted before the end of the body of every page. */
  readonly footerCode: string
}
