/** Where generations wait, and where it is recorded how they ended. */
import type { RenderFault } from '../errors.ts'
import type { SiteFact } from './events.ts'
import type { DueGeneration, Generation, GenerationOptions, PageCounts, Trigger } from './generation.ts'

/** Milliseconds. */
export interface Patience {
  readonly eachMs: number
  readonly mostMs: number
}

export interface GenerationRequest {
  readonly id: string
  readonly trigger: Trigger
  /** Null where the settings decide when it starts, as for generations that events trigger. */
  readonly options: GenerationOptions | null
  readonly dueAt: Date
  /** How far requests that join it may put it off; default `dueAt`. */
  readonly latestAt?: Date
  /** By how much each that joins moves `latestAt`, and all of them at the most; default not at all. */
  readonly patience?: Patience
  /** Until when one puts it off that is the fourth or a later one to join; default `dueAt`. */
  readonly burstDueAt?: Date
  /** How many requests this is; default 1. */
  readonly requests?: number
}

/** The record of generations, and the queue. */
export interface GenerationLedger {
  /**
   * Queues a generation. Where one of the same trigger waits for the same options it is taken instead: at most one waits
   * for each (contract.md#generation-order). It is then due at the later of both times, but never after its own `latestAt`,
   * which the patience of the newest request moves; a burst of requests puts it off further than a few.
   */
  request(request: GenerationRequest): Promise<Generation>
  /** The one that runs, else the first that waits; the one that ended last; the last that succeeded. */
  overview(): Promise<{
    readonly current: Generation | undefined
    readonly last: Generation | undefined
    readonly lastSuccess: Generation | undefined
  }>
  /** Puts a generation that a dead process left running back into the queue. Only the holder of the lease may call it. */
  recover(now: Date): Promise<void>
  /** The first that waits and is due; else when the next one will be; undefined when none waits. */
  next(now: Date): Promise<DueGeneration | { readonly dueAt: Date } | undefined>
  /**
   * From here on it runs, and another request queues another. Without options where there are none that it could run with.
   * Answers its token, greater than any before, also of a ledger that was lost.
   */
  start(id: string, options: GenerationOptions | null, at: Date): Promise<number>
  progress(id: string, pages: PageCounts): Promise<void>
  /**
   * Back into the queue, running or not, to be tried again at `dueAt`; one that waits for the same is merged into it. With a
   * token, only where it runs with that one. `errors` say why it waits, until it is begun again.
   */
  postpone(id: string, dueAt: Date, token?: number, errors?: readonly RenderFault[]): Promise<void>
  /** Takes a waiting one out of the queue without a trace. */
  drop(id: string): Promise<void>
  /**
   * Lets `work` switch the site of a generation while nobody else may touch that. @throws LEASE_LOST, before `work` is called, when the
   * generation does not run any more, or runs with another token
   */
  whileRunning(run: GenerationRun, work: () => Promise<void>): Promise<void>
  /** Records the end with its fact, in one transaction. @throws LEASE_LOST as `whileRunning` does */
  finish(run: GenerationRun, end: GenerationEnd): Promise<void>
  /**
   * Lets `work` switch a site with a token of its own while none runs, nor starts until it has ended.
   * @throws GENERATION_RUNNING when one runs, or waits to be begun for the first time
   */
  betweenGenerations<T>(at: Date, work: (token: number) => Promise<T>): Promise<T>
  /** True since the first manual request (contract.md#automatic-generations). */
  wasRequested(): Promise<boolean>
}

/** One go at a generation. Another publisher that took it over has another token. */
export interface GenerationRun {
  readonly id: string
  readonly token: number
}

export type GenerationEnd = PageCounts & {
  readonly finishedAt: Date
  readonly fact: SiteFact
} & (
    | { readonly state: 'succeeded'; readonly errors?: readonly RenderFault[] }
    | { readonly state: 'failed'; readonly errors: readonly RenderFault[] }
  )
