import type { RenderError } from '../errors.ts'
import type { SiteFact } from './events.ts'
import type { DueGeneration, Generation, GenerationOptions, PageCounts, Trigger } from './generation.ts'

export interface Debounce {
  readonly eachMs: number
  readonly mostMs: number
}

export interface GenerationRequest {
  readonly id: string
  readonly trigger: Trigger
  /** Null for an automatic generation, which takes its options from the settings when it starts. */
  readonly options: GenerationOptions | null
  readonly dueAt: Date
  /** Latest time to which joining requests may delay the generation; default `dueAt`. */
  readonly latestAt?: Date
  /** Each joining request moves `latestAt` by `eachMs` milliseconds, by at most `mostMs` in total. */
  readonly debounce?: Debounce
  /** Due time from the fifth request on; default `dueAt`. */
  readonly burstDueAt?: Date
  readonly requests?: number
}

export interface GenerationLedger {
  /**
   * Queues a generation, or joins a queued one with equal trigger and options (contract.md#generation-order).
   * The later due time applies, up to `latestAt`.
   */
  request(request: GenerationRequest): Promise<Generation>
  overview(): Promise<{
    readonly current: Generation | undefined
    readonly last: Generation | undefined
    readonly lastSuccess: Generation | undefined
  }>
  /** Requeues generations that dead processes left running. Requires the lease. */
  recover(now: Date): Promise<void>
  next(now: Date): Promise<DueGeneration | { readonly dueAt: Date } | undefined>
  /** Returns a token greater than all earlier tokens, even if the database was restored from a backup. */
  start(id: string, options: GenerationOptions | null, at: Date): Promise<number>
  progress(id: string, pages: PageCounts): Promise<void>
  /**
   * Queues the generation again, or merges it with an equal one. Does nothing if `token` is given and that
   * run has ended.
   */
  postpone(id: string, dueAt: Date, token?: number, errors?: readonly RenderError[]): Promise<void>
  drop(id: string): Promise<void>
  /**
   * Locks the generation while `work` activates the release.
   * @throws LEASE_LOST without calling `work` if the run has ended
   */
  whileRunning(run: GenerationRun, work: () => Promise<void>): Promise<void>
  /** Records in one transaction how the run ended. @throws LEASE_LOST */
  finish(run: GenerationRun, end: GenerationEnd): Promise<void>
  /** Runs `work` while no generation runs or starts. @throws GENERATION_RUNNING */
  betweenGenerations<T>(at: Date, work: (token: number) => Promise<T>): Promise<T>
  wasRequested(): Promise<boolean>
  /** Delays automatic generations until that time; undefined ends the delay. */
  hold(until: Date | undefined): Promise<void>
  heldUntil(): Promise<Date | undefined>
}

export interface GenerationRun {
  readonly id: string
  readonly token: number
}

export type GenerationEnd = PageCounts & {
  readonly finishedAt: Date
  readonly fact: SiteFact
} & (
    | { readonly state: 'succeeded'; readonly errors?: readonly RenderError[] }
    | { readonly state: 'failed'; readonly errors: readonly RenderError[] }
  )
