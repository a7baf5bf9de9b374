/** What publishers exchange about a build that they share. */
import type { RenderFault } from '../../errors.ts'
import type { Addresses } from '../../pages/addresses/addresses.ts'
import type { GenerationRun } from '../../releases/generation-ledger.ts'
import type { Surroundings } from '../../site/surroundings.ts'

/** What every shard of a site needs besides its content. */
export interface SiteContext {
  readonly source: Surroundings
  readonly addresses: Addresses
}

/** Some pages of a build. Rendering a shard twice writes the same bytes. */
export interface Shard {
  readonly run: GenerationRun
  readonly outputDir: string
  /** Names the read model that the build is planned from. */
  readonly snapshot: string
  /** Digest of the site context. */
  readonly context: string
  /** Numbers of its pages in the plan. */
  readonly pages: readonly number[]
  /** Of the digests of its pages: a publisher that plans others must not render it. */
  readonly planned: string
  /** Digest of the bytes of each page in the current release, where that is known. */
  readonly stored: readonly (string | undefined)[]
}

export interface ReportedPage {
  /** Its place in the shard. */
  readonly index: number
  readonly digest: string
  readonly size: number
  /** As `referencesIn` returns them. */
  readonly references: string
}

/** Pages that are missing here were not rendered. */
export interface ShardReport {
  readonly pages: readonly ReportedPage[]
  readonly faults: readonly RenderFault[]
}

export interface ShardJob {
  readonly run: GenerationRun
  readonly shards: number
  context(): SiteContext
  /** Undefined when the shard is not needed any more. */
  shard(number: number): Shard | undefined
  /** May come twice for the same shard. */
  report(number: number, report: ShardReport, publisher: string): Promise<void>
}

export interface ShardOffer {
  /** Withdraws the shards that are left. */
  close(): Promise<void>
}

/** Offers shards to the other publishers. While it offers, this publisher renders no shards of others. */
export interface ShardQueue {
  /** Undefined while the others can't be reached. */
  offer(job: ShardJob): Promise<ShardOffer | undefined>
  /** Counts pages, by who rendered them for whom. */
  rendered(share: 'own' | 'by others' | 'for others', pages: number): void
  /** Pages of a build that was shared, by publisher. */
  shared(generationId: string, pages: ReadonlyMap<string, number>): void
}

/** Renders a shard of another publisher. */
export type RenderShard = (
  shard: Shard,
  context: () => Promise<SiteContext>,
  signal: AbortSignal,
) => Promise<ShardReport>
