/** Messages between a service and a renderer process. Plain data only. */

/** The message for a page that exceeds its time limit. */
export const tooSlow = 'The template takes too long'

export interface TemplateError {
  readonly message: string
  readonly template?: string | undefined
  readonly line?: number | undefined
  /** Path of the page; set if the error occurred while rendering a page. */
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
  /**
   * Summary of the page's post. Lists on other pages contain the same object, so each process receives it
   * only once.
   */
  readonly summary?: object | null
  /** Inputs of the page's `<head>` besides the model; set if the renderer must create the `<head>`. */
  readonly headFacts?: object
}

export interface BatchMessage {
  readonly type: 'batch'
  /** Milliseconds of processor time per page. */
  readonly timeLimit: number
  /** UTF-16 units per page. */
  readonly outputLimit: number
  readonly pages: readonly PageMessage[]
}

export type ToRenderer = ThemeMessage | SiteMessage | BatchMessage

export type PageResult = { readonly html: string } | { readonly error: TemplateError }

/**
 * `html` is UTF-8; the pages of a batch share one buffer, which the receiver owns. The service defines the
 * format of `references`.
 */
export type SentResult =
  | { readonly html: Uint8Array; readonly references: string }
  | { readonly error: TemplateError }

export interface ThemeAnswer {
  readonly templates: readonly (readonly [path: string, uses: readonly string[]])[]
  readonly errors: readonly TemplateError[]
  /** Partials that call each other without end; only pages that reach such a call fail. */
  readonly cycles: readonly TemplateError[]
}

export interface BatchAnswer {
  readonly results: readonly SentResult[]
}

/** The answer to a batch as sent between processes: the HTML follows as bytes, page by page. */
export interface SentBatch {
  readonly results: readonly (
    | { readonly length: number; readonly references: string }
    | { readonly error: TemplateError }
  )[]
}
