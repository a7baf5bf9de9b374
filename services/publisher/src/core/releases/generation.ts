import type { RenderError } from '../errors.ts'

export type Trigger = 'manual' | 'event'

export interface GenerationOptions {
  readonly outputDir: string
  readonly baseUrl: string
  readonly cleanUrls: boolean
}

export interface PageCounts {
  readonly pagesDone: number
  readonly pagesTotal: number
  readonly pagesWritten: number
}

export interface Generation extends PageCounts {
  readonly id: string
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed'
  readonly trigger: Trigger
  readonly options: GenerationOptions | null
  readonly attempts: number
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly errors: readonly RenderError[]
}

export interface SiteReport extends GenerationOptions {
  readonly id: string
  readonly trigger: Trigger
  readonly pagesTotal: number
  readonly pagesWritten: number
  readonly startedAt: string
  readonly finishedAt: string
  readonly durationMs: number
}

export interface DueGeneration {
  readonly generation: Generation
  readonly traceparent?: string | undefined
}
