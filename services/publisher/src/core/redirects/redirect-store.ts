import type { PageOf } from '@typecase/kernel'
import type { GenerationLedger } from '../releases/generation-ledger.ts'
import type { Redirect } from '../site/redirects.ts'

export interface RedirectQuery {
  readonly limit: number
  readonly offset: number
  /** Part of `from` or `to`; empty for all. */
  readonly text: string
}

/** Stores the redirects that administrators write. No two have the same `redirectKey`. */
export interface RedirectStore {
  list(query: RedirectQuery): Promise<PageOf<Redirect>>
  /** The same array while none changed. */
  all(): Promise<readonly Redirect[]>
  /** Runs the changes one after another in one transaction, while no other change runs. */
  change<T>(work: (redirects: RedirectChanges) => Promise<T>): Promise<T>
}

export interface RedirectChanges {
  all(): Promise<readonly Redirect[]>
  put(redirect: Redirect): Promise<void>
  delete(id: string): Promise<void>
  /** Requests count with the changes. */
  readonly ledger: Pick<GenerationLedger, 'request'>
}
