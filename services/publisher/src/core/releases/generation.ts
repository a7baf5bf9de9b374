import type { RenderFault } from '../errors.ts'

export type Trigger = 'manual' | 'event'

export interface GenerationOptions {
  readonly outputDir: string
  readonly baseUrl: string
  readonly cleanUrls: boolean
}

/** HTML pages: finished, in all, and rendered anew. */
export interface PageCounts {
  readonly pagesDone: number
  readonly pagesTotal: number
  readonly pagesWritten: number
}

/** One making of the site (contract.md#generation-status). */
export interface Generation extends PageCounts {
  readonly id: string
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed'
  readonly trigger: Trigger
  /** Null until it starts where the settings of that moment decide. */
  readonly options: GenerationOptions | null
  /** How often it was begun. */
  readonly attempts: number
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly errors: readonly RenderFault[]
}

/** What is told of a generation; instants as ISO 8601. */
export interface SiteReport extends GenerationOptions {
  readonly id: string
  readonly trigger: Trigger
  readonly pagesTotal: number
  /** Rendered anew; 0 when nothing had changed. */
  readonly pagesWritten: number
  readonly startedAt: string
  readonly finishedAt: string
  readonly durationMs: number
}

export interface DueGeneration {
  readonly generation: Generation
  /** The trace of whoever asked for it first, where that is known. */
  readonly traceparent?: string | undefined
}
