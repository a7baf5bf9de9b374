import type { RenderFault } from '../errors.ts'
import type { Page, Post } from '../site/site.ts'
import type { PaginationModel } from './addresses/pagination.ts'
import type { TaxonomyType } from './addresses/taxonomy.ts'
import type { Breadcrumb } from './models/breadcrumbs.ts'
import type { PageModel, PostModel, PostSummary } from './models/entry-models.ts'
import type { Section } from './models/sections.ts'
import type { CountedTerm, SharedModel, SharedName } from './models/shared-model.ts'

/** SHA-256 of a text, hex. */
export type Digest = (text: string) => string

export type Kind = 'home' | 'post' | 'page' | 'category' | 'tag' | 'blog' | 'categories' | 'sitemap' | '404'

/** What a template is given besides the site-wide values (docs/themes.md). */
export interface PageData {
  readonly kind: Kind
  readonly title: string
  readonly description: string
  readonly content: string
  readonly url: string
  readonly canonical: string
  readonly breadcrumbs: readonly Breadcrumb[]
  readonly post: PostModel | null
  readonly page: PageModel | null
  readonly taxonomy: (CountedTerm & { readonly type: TaxonomyType }) | null
  readonly posts: readonly PostSummary[]
  readonly pagination: PaginationModel | null
  readonly sections: readonly Section[]
  /** Markup that every page carries, placed by the template or for it. */
  readonly head: string
}

/** A page for whoever makes its head of the rest. */
export interface HeadlessPage {
  readonly model: Omit<PageData, 'head'>
  /** The absolute address of the image that stands for it. */
  readonly headImage: string | null
}

interface Planned {
  /** Below the output folder, `/` between its parts. */
  readonly path: string
  /** Of everything the bytes depend on: equal digests mean equal bytes. */
  readonly digest: string
}

/** Hexadecimal digits of a page's digest that cover what all pages of its template have in common; as many cover the page alone. */
export const templateDigits = 32

export interface PlannedPage extends Planned {
  readonly type: 'page'
  readonly kind: Kind
  /** The first of its candidates that the theme has. */
  readonly template: string
  /** Made when it is asked for, each time. */
  readonly model: PageData
  /** The same without its head; undefined where the head may be another than the model gives. */
  readonly headless?: HeadlessPage
  /** The site-wide values that this page may see. */
  readonly shared: readonly SharedName[]
  /** What it is made of. */
  readonly about: PageAbout
}

export interface PageAbout {
  /** The post or page that it is the page of. */
  readonly own: Post | Page | null
  /** Posts that it lists, or that stand beside its own. */
  readonly shows: readonly Post[]
  /** How its own post stands in lists, if it is the page of one. */
  readonly summary: PostSummary | null
}

export interface PlannedText extends Planned {
  readonly type: 'text'
  /** Made when it is asked for, each time; UTF-8 where it is bytes. */
  readonly text: string | Uint8Array
}

export interface PlannedCopy extends Planned {
  readonly type: 'copy'
  readonly source:
    | { readonly from: 'theme'; readonly path: string }
    | { readonly from: 'media'; readonly folder: string; readonly filename: string; readonly digest: string }
}

export type PlannedFile = PlannedPage | PlannedText | PlannedCopy

export interface SitePlan {
  /** Pages that are left out, because another has their address, and what extensions change beyond all bounds; the site is made all the same. */
  readonly leftOut: readonly RenderFault[]
  /** By path. */
  readonly files: readonly PlannedFile[]
  /** Which of them are not the very same as in an earlier plan of the same paths, where that is known. */
  readonly altered?:
    | { readonly from: readonly PlannedFile[]; readonly files: readonly PlannedFile[] }
    | undefined
  /** How many of them are HTML pages. */
  readonly pages: number
  readonly shared: SharedModel
  /** Written as it is before the end of every page. */
  readonly footerCode: string
}
