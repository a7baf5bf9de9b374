import type { Change, Receipt } from './receipt.ts'

export interface Pending {
  /** The oldest first, at most a thousand. */
  readonly changes: readonly Change[]
  readonly total: number
}

/** A receipt with its place among those that have ended; null until then. */
export type EndedReceipt = Receipt & { readonly position: number }

/** The record of what was changed and what became of it. */
export interface ReceiptBook {
  /** Remembers changes until a generation has brought them to the site. A change that is noted twice is one. */
  note(changes: readonly Change[]): Promise<void>
  pending(): Promise<Pending>
  /** Forgets all but the newest changes, for no generation takes them up. */
  trim(): Promise<void>
  /** Writes down how far a generation is; of one generation the last counts. */
  write(receipt: Receipt): Promise<void>
  /** Writes down how a generation ended; those changes wait no longer. Of many receipts the last 500 are kept. */
  end(receipt: Receipt, taken: readonly string[]): Promise<void>
  /** Newest first. */
  list(page: {
    readonly limit: number
    readonly offset: number
  }): Promise<{ readonly receipts: readonly Receipt[]; readonly total: number }>
  find(generationId: string): Promise<Receipt | undefined>
  /** What the pages of that generation share, where its receipt is kept; else those of the one that was activated last. Undefined before the first. */
  lastShared(outputDir: string, generationId?: string): Promise<Receipt['shared'] | undefined>
  /** Those that ended behind that position, oldest first. */
  endedAfter(position: number, limit: number): Promise<readonly EndedReceipt[]>
  /** Of the one that ended last; 0 where none has. */
  lastPosition(): Promise<number>
}

/** Changes that may wait while the site does not publish by itself. */
export const changesWaiting = 1_000
export const receiptsKept = 500
