/** What a service and a renderer process say to each other. Plain data only. */

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
  readonly id: number
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
  readonly id: number
  /** Milliseconds of processor time for one page. */
  readonly timeLimit: number
  /** UTF-16 units of one page. */
  readonly outputLimit: number
  readonly pages: readonly PageMessage[]
}

export type ToRenderer = ThemeMessage | SiteMessage | BatchMessage

export type PageResult = { readonly html: string } | { readonly fault: TemplateFault }

/** What comes of a page in another process: the HTML is UTF-8 there; the pages of a batch lie in one memory, one behind the other from its beginning, and nobody else has part of it. What it refers to is told in the words of the service. */
export type SentResult =
  | { readonly html: Uint8Array; readonly references: string }
  | { readonly fault: TemplateFault }

export type FromRenderer =
  | {
      readonly type: 'theme'
      readonly id: number
      readonly templates: readonly (readonly [path: string, uses: readonly string[]])[]
      readonly faults: readonly TemplateFault[]
      /** Calls of partials that never end, which harm the pages that reach them. */
      readonly circles: readonly TemplateFault[]
    }
  | { readonly type: 'batch'; readonly id: number; readonly results: readonly SentResult[] }

/** The same on its way: so many bytes of HTML come through their own pipe, in this order. */
export type SentOnTheWire =
  | { readonly length: number; readonly references: string }
  | { readonly fault: TemplateFault }

export type FromRendererOnTheWire =
  | Exclude<FromRenderer, { type: 'batch' }>
  | { readonly type: 'batch'; readonly id: number; readonly results: readonly SentOnTheWire[] }
