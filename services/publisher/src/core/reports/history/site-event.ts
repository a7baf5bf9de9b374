import type { Generation } from '../../releases/generation.ts'
import type { SiteStatus } from '../site-status.ts'
import type { Receipt, ReceiptState } from './receipt.ts'

/** `status` is sent to new readers and to those that missed events. */
export type SiteEvent =
  /** `position` is that of the last ended generation; pass it as `after` to continue. */
  | { readonly type: 'status'; readonly position: number; readonly status: SiteStatus }
  | { readonly type: 'started' | 'progress'; readonly generation: Generation }
  | { readonly type: 'planned'; readonly receipt: Receipt }
  | { readonly type: Exclude<ReceiptState, 'planned'>; readonly position: number; readonly receipt: Receipt }

export interface SiteSignals {
  /** Calls the listener at most four times a second. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}
