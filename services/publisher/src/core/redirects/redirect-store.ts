import type { PageOf } from '@typecase/kernel'
import type { GenerationLedger } from '../releases/generation-ledger.ts'
import type { Redirect } from '../site/redirects.ts'

export interface RedirectQuery {
  readonly limit: number
  readonly offset: number
  /** Substring of `from` or `to`; empty matches all. */
  readonly text: string
}

/** Stores the redirects of administrators, each with a unique `redirectKey`. */
export interface RedirectStore {
  list(query: RedirectQuery): Promise<PageOf<Redirect>>
  /** Returns the same array until a redirect changes. */
  all(): Promise<readonly Redirect[]>
  /** Runs `work` in one transaction; calls run one after another. */
  change<T>(work: (redirects: RedirectChanges) => Promise<T>): Promise<T>
}

export interface RedirectChanges {
  all(): Promise<readonly Redirect[]>
  put(redirect: Redirect): Promise<void>
  delete(id: string): Promise<void>
  /** Queues a build in the same transaction. */
  readonly ledger: Pick<GenerationLedger, 'request'>
}
