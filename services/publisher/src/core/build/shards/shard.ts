/** Messages between publishers that share a build. */
import type { RenderError } from '../../errors.ts'
import type { Addresses } from '../../pages/addresses/addresses.ts'
import type { GenerationRun } from '../../releases/generation-ledger.ts'
import type { SiteContext } from '../../site/site-context.ts'

/** Inputs of all shards of a build, besides the content. */
export interface ShardContext {
  readonly source: SiteContext
  readonly addresses: Addresses
}

/** Some pages of a build. Rendering a shard twice writes the same bytes. */
export interface Shard {
  readonly run: GenerationRun
  readonly outputDir: string
  /** Id of the exported snapshot of the read model. */
  readonly snapshot: string
  /** Digest of the shard context. */
  readonly context: string
  /** `contentDigest` of the build: a publisher with other content must not write files. */
  readonly content: string
  /** Page numbers in the plan. */
  readonly pages: readonly number[]
  /**
   * Digest of the planned pages: a publisher with another plan must not write files. Undefined while the
   * coordinator plans.
   */
  readonly planned: string | undefined
}

export interface ReportedPage {
  /** Page number in the plan. */
  readonly number: number
  readonly digest: string
  readonly size: number
  /** As `referencesIn` returns them. */
  readonly references: string
}

/** Pages missing from the report were not rendered. */
export interface ShardReport {
  /**
   * Digest of the planned pages: the coordinator rejects pages that it has planned differently. Empty if the
   * publisher refused the shard.
   */
  readonly planned: string
  readonly pages: readonly ReportedPage[]
  readonly errors: readonly RenderError[]
}

export interface ShardJob {
  readonly run: GenerationRun
  readonly shards: number
  context(): ShardContext
  /** Undefined for a completed or cancelled shard. */
  shard(number: number): Shard | undefined
  /** May be called twice for a shard. */
  report(number: number, report: ShardReport, publisher: string): Promise<void>
}

export interface ShardOffer {
  /** Withdraws the remaining shards. */
  close(): Promise<void>
}

/**
 * Offers shards to the other publishers. While an offer is open, this publisher renders no shards of others.
 */
export interface ShardQueue {
  /** Undefined while NATS is unreachable. */
  offer(job: ShardJob): Promise<ShardOffer | undefined>
  /** Counts rendered pages: `own` and `by others` for builds of this publisher, else `for others`. */
  rendered(share: 'own' | 'by others' | 'for others', pages: number): void
  /** Reports a shard that its publisher refused or planned differently, or that caused the error. */
  rejected(generationId: string, publisher: string, error?: unknown): void
  /** Reports how many pages of a shared build each publisher rendered. */
  shared(generationId: string, pages: ReadonlyMap<string, number>): void
}

/** Renders a shard of another publisher. */
export type RenderShard = (
  shard: Shard,
  context: () => Promise<ShardContext>,
  signal: AbortSignal,
) => Promise<ShardReport>
