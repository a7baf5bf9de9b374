/** Messages between a service and a renderer process. Plain data only. */

/** What a fault says of a page that outran its time. */
export const tooSlow = 'The template takes too long'

export interface TemplateFault {
  readonly message: string
  readonly template?: string | undefined
  readonly line?: number | undefined
  /** Where it happened only while that page was rendered. */
  readonly page?: string | undefined
}

export interface ThemeMessage {
  readonly type: 'theme'
  readonly sources: readonly (readonly [path: string, text: string])[]
}

export interface SiteMessage {
  readonly type: 'site'
  readonly shared: Readonly<Record<string, unknown>>
  readonly footerCode: string
  readonly assets: readonly (readonly [path: string, digest: string])[]
  readonly basePath: string
  readonly absoluteBase: string
  readonly cleanUrls: boolean
}

export interface PageMessage {
  readonly path: string
  readonly template: string
  readonly model: object
  readonly shared: readonly string[]
  /** How the post of the page stands in the lists of other pages, the same object there: what its model has of it need not be sent again. */
  readonly summary?: object | null
  /** The image that stands for a page whose model comes without its head, or null: the head is made here. */
  readonly headImage?: string | null
}

export interface BatchMessage {
  readonly type: 'batch'
  /** Milliseconds of processor time for one page. */
  readonly timeLimit: number
  /** UTF-16 units of one page. */
  readonly outputLimit: number
  readonly pages: readonly PageMessage[]
}

export type ToRenderer = ThemeMessage | SiteMessage | BatchMessage

export type PageResult = { readonly html: string } | { readonly fault: TemplateFault }

/**
 * HTML in UTF-8; the pages of a batch follow each other in one piece of memory that belongs to the receiver.
 * `references` is what the page refers to, in the format of the service.
 */
export type SentResult =
  | { readonly html: Uint8Array; readonly references: string }
  | { readonly fault: TemplateFault }

export interface ThemeAnswer {
  readonly templates: readonly (readonly [path: string, uses: readonly string[]])[]
  readonly faults: readonly TemplateFault[]
  /** Partials that call each other without end, which harm only the pages that reach them. */
  readonly circles: readonly TemplateFault[]
}

export interface BatchAnswer {
  readonly results: readonly SentResult[]
}

/** The same between processes: the HTML follows as bytes, page by page. */
export interface SentBatch {
  readonly results: readonly (
    | { readonly length: number; readonly references: string }
    | { readonly fault: TemplateFault }
  )[]
}
