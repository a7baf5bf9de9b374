import type { Clock, NewId } from '@typecase/kernel'
import type { ShardQueue } from './build/shards/shard.ts'
import type { RenderError } from './errors.ts'
import type { ChangeSet } from './pages/change-set.ts'
import type { Manifest } from './pages/manifest.ts'
import type { CopySource, Digest, PageData, PlannedPage, SitePlan } from './pages/planned.ts'
import type { RedirectStore } from './redirects/redirect-store.ts'
import type { SiteReport, Trigger } from './releases/generation.ts'
import type { GenerationLedger } from './releases/generation-ledger.ts'
import type { ReceiptBook } from './reports/history/receipt-book.ts'
import type { SiteSignals } from './reports/history/site-event.ts'
import type { PageRecordStore } from './reports/links/page-record-store.ts'
import type { ContentFeed, ModelStore } from './site/content-model.ts'
import type { AddressStore } from './site/redirects.ts'
import type { Body, Settings, Template } from './site/site.ts'
import type { SiteContext, SourceTheme } from './site/site-context.ts'

export type { SiteContext, SourceTheme } from './site/site-context.ts'

export interface PublisherPorts {
  readonly source: SiteSource
  readonly themes: InstalledThemes
  readonly feed: ContentFeed
  readonly model: ModelStore
  readonly markup: Markup
  readonly renderer: Renderer
  /** Separate, so that previews do not wait for generations. */
  readonly previewer: Renderer
  readonly sites: SiteStore
  readonly ledger: GenerationLedger
  readonly records: PageRecordStore
  readonly receipts: ReceiptBook
  readonly signals: SiteSignals
  readonly redirects: RedirectStore
  readonly addresses: AddressStore
  readonly hooks: SiteHooks
  /** The other publishers; undefined without NATS. */
  readonly shards?: ShardQueue | undefined
  readonly digest: Digest
  readonly clock: Clock
  readonly newId: NewId
  readonly publicSiteUrl: string
  readonly wake: () => void
}

export interface SiteSource {
  /** @throws UPSTREAM_UNAVAILABLE */
  settings(): Promise<Settings>
  /** Includes every change acknowledged before the call. @throws UPSTREAM_UNAVAILABLE */
  siteContext(signal?: AbortSignal): Promise<SiteContext>
  /** Undefined for a deleted file, and for an image that can't be rendered. @throws UPSTREAM_UNAVAILABLE */
  open(
    source: CopySource,
    theme: Pick<SourceTheme, 'name' | 'digest'>,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array> | undefined>
}

export interface InstalledThemes {
  /** @throws THEME_NOT_FOUND or UPSTREAM_UNAVAILABLE */
  theme(name: string, signal?: AbortSignal): Promise<SourceTheme>
}

export interface BodySource {
  readonly textDigest: string
  readonly markdown: string
}

export interface MarkupOptions {
  readonly allowRawHtml: boolean
}

/** Renders Markdown to safe HTML (contract.md#raw-html) and caches the result. */
export interface Markup {
  /**
   * Starts processes in advance, for bodies that authors save or for a whole site. Starts none for a site if
   * bodies are cached.
   */
  warmUp(of: 'site' | 'author'): void
  /** Ends idle processes of authors, because a whole site needs the memory. */
  endIdle(): void
  /** Returns a function that finds cached bodies. It does not find those that others store later. */
  known(options: MarkupOptions): (textDigest: string) => Body | Unrenderable | undefined
  /** Returns one result per source, in order. Yields to the event loop. Stops rendering slow bodies. */
  render(sources: readonly BodySource[], options: MarkupOptions): Promise<readonly (Body | Unrenderable)[]>
  /** Renders without the cache, and lists removed HTML. */
  once(source: BodySource, options: MarkupOptions): Promise<CheckedBody | Unrenderable>
  /** Keeps the bodies of these texts; all others may be deleted. */
  keep(textDigests: ReadonlySet<string>, options: MarkupOptions): void
}

export interface CheckedBody extends Body {
  /** At most 50; empty if raw HTML is allowed. */
  readonly removed: readonly RemovedHtml[]
}

export interface RemovedHtml {
  readonly line: number
  readonly element: string
  readonly attribute?: string
  readonly reason: 'shown-as-text' | 'never-closed' | 'element' | 'attribute' | 'address'
}

export interface Unrenderable {
  /** Continues a sentence after "because": `it nests deeper than 100 levels`. */
  readonly error: string
}

/** Renders untrusted templates with limits of time, memory and output. */
export interface Renderer {
  /** Compiles each theme once. @throws GENERATION_FAILED with template and line of every error */
  prepare(theme: SourceTheme): Promise<ReadonlyMap<string, Template>>
  /** Starts the processes for many pages in advance. Never rejects: `render` reports errors. */
  warmUp(theme: SourceTheme): Promise<void>
  /** Renders in any order. A failed page becomes an error; rendering stops at `maxErrors` errors. */
  render(job: RenderJob): Promise<readonly RenderError[]>
  /** True if the page exceeded its time limit. */
  isTooSlow(error: RenderError): boolean
}

/** Number of slow pages after which rendering stops. */
export const slowPagesAtMost = 5

export interface RenderedPage {
  readonly page: PlannedPage
  readonly html: Uint8Array
  /** Output of `referencesIn`. */
  readonly references: string
}

export interface RenderJob {
  readonly theme: SourceTheme
  readonly plan: Pick<SitePlan, 'shared' | 'footerCode'>
  readonly site: { readonly basePath: string; readonly absoluteBase: string; readonly cleanUrls: boolean }
  readonly pages: readonly PlannedPage[]
  /** Awaited before more pages are rendered. */
  readonly done: (pages: readonly RenderedPage[]) => Promise<void>
  readonly maxErrors: number
  readonly signal?: AbortSignal | undefined
}

/** Extensions of the operator (contract.md#hooks). Never rejects: skips a failing extension. */
export interface SiteHooks {
  /** False if no extension changes template data, which avoids a call per page. */
  changesTemplateData(): boolean
  /** Returns `model` itself if unchanged, else plain JSON. */
  templateData(model: PageData, template: string): Promise<PageData>
  siteGenerated(report: SiteReport): Promise<void>
}

/** Number of stored generations per output, including the active one. */
export const keptGenerations = 5

/**
 * Replaces a whole site atomically, so that readers never see files of two releases
 * (contract.md#atomic-generations). Rejects a publisher whose fencing token is smaller than the latest one.
 */
export interface SiteStore {
  current(outputDir: string): Promise<Manifest | undefined>
  /** Id of the active generation. */
  shown(outputDir: string): Promise<string | undefined>
  /** @throws OUTPUT_DIR_TAKEN if the output is inside another output or contains one */
  refuseOverlap(outputDir: string): Promise<void>
  /** Prepares `stage` in advance. Only `stage` reports errors. */
  warmUp(outputDir: string): void
  /**
   * Lets other publishers write files of a release before `stage`. Use it when the build writes most files
   * again.
   * @throws OUTPUT_DIR_TAKEN
   */
  begin(release: StagedRelease): Promise<void>
  /** Discards a begun release; does nothing if it is staged. */
  abandon(release: StagedRelease): Promise<void>
  /**
   * Starts a release, or continues the begun one, and reuses files whose digest is stored.
   * @throws OUTPUT_DIR_TAKEN or OUTPUT_PATH_REFUSED
   */
  stage(request: StageRequest): Promise<Staging>
  /** Writes pages into a release that another publisher stages. @throws LEASE_LOST */
  contribute(to: StagedRelease): Promise<Contribution>
  generations(outputDir: string): Promise<readonly StoredGeneration[]>
  /**
   * Activates a stored generation. Returns undefined if it is no longer stored.
   * @throws LEASE_LOST if a publisher with a greater token has activated a release
   */
  activate(outputDir: string, generationId: string, token: number): Promise<StoredGeneration | undefined>
}

export interface StoredGeneration {
  readonly id: string
  readonly trigger: Trigger
  readonly pages: number
  readonly at: Date
  readonly isLive: boolean
}

export interface StageRequest {
  readonly outputDir: string
  readonly generationId: string
  readonly trigger: Trigger
  readonly pages: number
  /** Fencing token, greater than those of all earlier generations. */
  readonly token: number
  readonly files: Manifest
  /** Paths to write even if the active release has the same file. */
  readonly renew: ReadonlySet<string>
  /** Difference from the active generation. */
  readonly changes?: ChangeSet | undefined
}

export type StagedRelease = Pick<StageRequest, 'outputDir' | 'generationId' | 'token'>

export interface ContributedFile {
  readonly path: string
  readonly content: Uint8Array
}

/** A file written by another publisher. */
export interface WrittenFile {
  readonly path: string
  /** SHA-256 of the bytes. */
  readonly digest: string
  readonly size: number
}

/** Several publishers may write the same files concurrently, because the bytes are equal. */
export interface Contribution {
  write(files: readonly ContributedFile[]): Promise<readonly WrittenFile[]>
  /** Resolves when everything written is durable. @throws the write error */
  durable(): Promise<void>
}

export interface Staging {
  /** Paths to write. */
  readonly missing: ReadonlySet<string>
  /** Takes ownership of the buffers: the caller must not use them afterwards. */
  write(files: readonly { readonly path: string; readonly content: string | Uint8Array }[]): Promise<void>
  /** Adds files of other publishers. Returns the paths of files that do not exist as reported. */
  accept(files: readonly WrittenFile[]): Promise<readonly string[]>
  copy(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Activates the release. @throws LEASE_LOST if a publisher with a greater token has activated one */
  activate(omitted?: ReadonlySet<string>): Promise<void>
  discard(): Promise<void>
}
