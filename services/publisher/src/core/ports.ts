/** What the publisher needs from the world. */
import type { Clock, NewId } from '@typecase/kernel'
import type { RenderFault } from './errors.ts'
import type { Digest, PageData, PlannedCopy, PlannedPage, SitePlan } from './pages/planned.ts'
import type { SiteReport, Trigger } from './releases/generation.ts'
import type { GenerationLedger, GenerationRun } from './releases/generation-ledger.ts'
import type { ReceiptBook } from './reports/history/receipt-book.ts'
import type { SiteSignals } from './reports/history/site-event.ts'
import type { PageRecordStore } from './reports/links/page-record-store.ts'
import type { ContentFeed, ModelStore } from './site/content-model.ts'
import type { Body, MediaFile, MenuItem, Settings, Template, Theme } from './site/site.ts'

export interface PublisherPorts {
  readonly source: SiteSource
  readonly themes: InstalledThemes
  readonly feed: ContentFeed
  readonly model: ModelStore
  readonly markup: Markup
  readonly renderer: Renderer
  /** Renders previews; generations do not wait for it, nor it for them. */
  readonly previewer: Renderer
  readonly sites: SiteStore
  readonly ledger: GenerationLedger
  readonly records: PageRecordStore
  readonly receipts: ReceiptBook
  readonly signals: SiteSignals
  readonly hooks: SiteHooks
  readonly digest: Digest
  readonly clock: Clock
  readonly newId: NewId
  /** Stands in where a base URL has no scheme and host (contract.md#generation-options). */
  readonly publicSiteUrl: string
  /** Tells this replica that the ledger holds new work; another replica finds out by itself. */
  readonly wake: () => void
}

export interface SourceTheme extends Omit<Theme, 'templates'> {
  /** `templates`, `partials` and `custom`, by path. */
  readonly sources: ReadonlyMap<string, string>
}

/** What a site shows besides its posts and pages. */
export interface Surroundings {
  readonly settings: Settings
  readonly menu: readonly MenuItem[]
  readonly media: readonly MediaFile[]
  readonly theme: SourceTheme
}

/** Where the site's data comes from: the services that own it. */
export interface SiteSource {
  /** @throws UPSTREAM_UNAVAILABLE (unavailable) when a service can't be asked. */
  settings(): Promise<Settings>
  /** As they are now; every change answered before the call is in it. @throws UPSTREAM_UNAVAILABLE */
  surroundings(signal?: AbortSignal): Promise<Surroundings>
  /** The bytes of a file to copy; undefined when it was deleted meanwhile. @throws UPSTREAM_UNAVAILABLE */
  open(
    source: PlannedCopy['source'],
    theme: Pick<SourceTheme, 'name' | 'digest'>,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array> | undefined>
}

/** Themes that are installed, the active one among them. */
export interface InstalledThemes {
  /** @throws THEME_NOT_FOUND, UPSTREAM_UNAVAILABLE */
  theme(name: string, signal?: AbortSignal): Promise<SourceTheme>
}

/** A body as its author wrote it. */
export interface BodySource {
  readonly textDigest: string
  readonly markdown: string
}

export interface MarkupOptions {
  readonly allowRawHtml: boolean
}

/** Markdown to HTML that is safe to publish (contract.md#raw-html). What was rendered is kept, over restarts too. */
export interface Markup {
  /** A whole site is about to be made: where nothing is kept, begins what `render` would begin. */
  warmUp(): void
  /** What that source was rendered to before. */
  known(textDigest: string, options: MarkupOptions): Body | Unrenderable | undefined
  /**
   * Renders and keeps; answers in the order of the sources. Long runs leave room for other work of the process, and so does
   * every single body: it is given up in time.
   */
  render(sources: readonly BodySource[], options: MarkupOptions): Promise<readonly (Body | Unrenderable)[]>
  /** Renders a body of which nothing is kept, and lists what its page does not show of the author's HTML. */
  once(source: BodySource, options: MarkupOptions): Promise<CheckedBody | Unrenderable>
  /** Bodies of other sources may be given up. */
  keep(textDigests: ReadonlySet<string>, options: MarkupOptions): void
}

export interface CheckedBody extends Body {
  /** In the order of the source, at most 50; none where raw HTML is allowed. */
  readonly removed: readonly RemovedHtml[]
}

/** HTML of an author that the page of a body does not show as HTML. */
export interface RemovedHtml {
  /** In the Markdown source, from 1. */
  readonly line: number
  /** In lower case; `!--` for a comment. */
  readonly element: string
  /** Absent where the whole element is concerned. */
  readonly attribute?: string
  readonly reason: 'shown-as-text' | 'never-closed' | 'element' | 'attribute' | 'address'
}

export interface Unrenderable {
  /** Why a body is not rendered, after "for": `it nests deeper than 100 levels`. */
  readonly fault: string
}

/** Renders untrusted templates where they can do no harm, within limits of time, memory and output. */
export interface Renderer {
  /** Compiles a theme once a digest. @throws GENERATION_FAILED with template and line of every fault. */
  prepare(theme: SourceTheme): Promise<ReadonlyMap<string, Template>>
  /** Many pages of that theme are to come: begins what `render` would begin. What goes wrong is for `render` to tell: it never rejects. */
  warmUp(theme: SourceTheme): Promise<void>
  /**
   * Renders pages of a prepared theme and hands some over as soon as they are done, in no particular order. A page that
   * breaks a limit or throws becomes a fault; the others are rendered all the same, up to `maxFaults` faults.
   */
  render(job: RenderJob): Promise<readonly RenderFault[]>
}

/** Pages that outrun their time after which nobody waits for more of them, whoever renders: the theme is to be mended anyway. */
export const slowPagesAtMost = 5

export interface RenderedPage {
  readonly page: PlannedPage
  /** UTF-8. */
  readonly html: Uint8Array
  /** As `referencesIn` tells them, where the page is rendered. */
  readonly references: string
}

export interface RenderJob {
  /** What the pages are rendered for. */
  readonly run: GenerationRun
  readonly theme: SourceTheme
  readonly plan: Pick<SitePlan, 'shared' | 'footerCode'>
  readonly site: { readonly basePath: string; readonly absoluteBase: string; readonly cleanUrls: boolean }
  readonly pages: readonly PlannedPage[]
  /** The next pages are rendered when what this promises is done. */
  readonly done: (pages: readonly RenderedPage[]) => Promise<void>
  readonly maxFaults: number
  readonly signal?: AbortSignal | undefined
}

/** What extensions of the operator change and are told (contract.md#hooks). Nothing of it rejects: what fails is skipped. */
export interface SiteHooks {
  /** False spares asking for every page. */
  changesTemplateData(): boolean
  /** What the template is to be given: `model` itself where nobody changes it, else plain JSON. */
  templateData(model: PageData, template: string): Promise<PageData>
  /** A generation has succeeded; its site is the current one. */
  siteGenerated(report: SiteReport): Promise<void>
}

/** Digest by path of every file of a site. */
export type Manifest = ReadonlyMap<string, string>

/** How many generations of one output can be shown, the one that is shown among them. */
export const keptGenerations = 5

/**
 * Holds generated sites. Readers of an output folder see one whole site at any time (contract.md#atomic-generations). Of two that switch the same
 * output the one with the greater token wins, whoever comes last.
 */
export interface SiteStore {
  /** What the site there now is made of; undefined where none is. */
  current(outputDir: string): Promise<Manifest | undefined>
  /** The id of the generation that readers see; undefined before the first. */
  shown(outputDir: string): Promise<string | undefined>
  /** An output inside another, or around one, would mix two sites. @throws OUTPUT_DIR_TAKEN */
  refuseOverlap(outputDir: string): Promise<void>
  /** A site is to be staged there soon: begins what takes its time. What goes wrong is for `stage` to tell. */
  warmUp(outputDir: string): void
  /**
   * Begins a site beside the current one; nobody sees it. Files whose digest the store knows are taken over.
   * @throws OUTPUT_DIR_TAKEN; OUTPUT_PATH_REFUSED for a path that is not plainly below the output folder
   */
  stage(request: StageRequest): Promise<Staging>
  /** Those that can be shown, newest first. */
  generations(outputDir: string): Promise<readonly StoredGeneration[]>
  /**
   * Shows a generation that is kept, in a single step; answers it, or undefined when it is not kept (any more).
   * @throws LEASE_LOST when a greater token has switched the output
   */
  activate(outputDir: string, generationId: string, token: number): Promise<StoredGeneration | undefined>
}

export interface StoredGeneration {
  readonly id: string
  readonly trigger: Trigger
  /** HTML pages. */
  readonly pages: number
  /** When it was first shown. */
  readonly at: Date
  /** Whether readers see it now. */
  readonly isLive: boolean
}

export interface StageRequest {
  readonly outputDir: string
  readonly generationId: string
  readonly trigger: Trigger
  /** How many of the files are HTML pages. */
  readonly pages: number
  /** From the ledger: greater than that of every generation before. */
  readonly token: number
  /** All that the site is to be made of. */
  readonly files: Manifest
  /** Paths that are written whether or not they are there. */
  readonly renew: ReadonlySet<string>
  /** The paths in which they differ from those that `current` answered, where that is known. */
  readonly differs?: { readonly from: Manifest; readonly paths: ReadonlySet<string> } | undefined
}

export interface Staging {
  /** What has to be written. Bytes that are given for it are taken over: nobody looks at them again. */
  readonly missing: ReadonlySet<string>
  write(files: readonly { readonly path: string; readonly content: string | Uint8Array }[]): Promise<void>
  /** Writes one file from what comes in portions. */
  copy(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Makes the staged site, without what is left out, the current one in a single step.
   * @throws LEASE_LOST when a greater token has switched the output; the site stays as it is
   */
  activate(leftOut?: ReadonlySet<string>): Promise<void>
  /** Removes what was staged, if it was not activated. */
  discard(): Promise<void>
}
