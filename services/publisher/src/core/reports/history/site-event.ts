import type { Generation } from '../../releases/generation.ts'
import type { SiteStatus } from '../site-status.ts'
import type { Receipt, ReceiptState } from './receipt.ts'

/**
 * What happens to the site. Of every generation: `started`, `planned`, `progress` now and then, and at its end what its receipt
 * says. `status` is how all stands, for who has just come or has missed something.
 */
export type SiteEvent =
  /** Positions count the ends of generations: whoever has seen one asks for what came behind it. */
  | { readonly type: 'status'; readonly position: number; readonly status: SiteStatus }
  | { readonly type: 'started' | 'progress'; readonly generation: Generation }
  | { readonly type: 'planned'; readonly receipt: Receipt }
  | { readonly type: Exclude<ReceiptState, 'planned'>; readonly position: number; readonly receipt: Receipt }

/** Tells that the record of generations may have changed, whoever changed it. */
export interface SiteSignals {
  /** Calls at most four times a second; the answer ends it. */
  subscribe(listener: () => void): () => void
}
