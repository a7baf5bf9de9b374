import type { Change, Receipt } from './receipt.ts'

export interface Pending {
  readonly changes: readonly Change[]
  readonly total: number
}

export type EndedReceipt = Receipt & { readonly position: number }

export interface ReceiptBook {
  /** Stores changes, without duplicates, until a generation publishes them. */
  note(changes: readonly Change[]): Promise<void>
  pending(): Promise<Pending>
  /** Deletes the oldest changes beyond `changesWaiting`. Called while automatic publishing is off. */
  trim(): Promise<void>
  write(receipt: Receipt): Promise<void>
  /** Stores the receipt, deletes its changes, and keeps the last 500 receipts. */
  end(receipt: Receipt, taken: readonly string[]): Promise<void>
  list(page: {
    readonly limit: number
    readonly offset: number
  }): Promise<{ readonly receipts: readonly Receipt[]; readonly total: number }>
  find(generationId: string): Promise<Receipt | undefined>
  /**
   * Digests of the shared values in that generation; if it has no receipt, those of the last activated
   * generation.
   */
  lastShared(outputDir: string, generationId?: string): Promise<Receipt['shared'] | undefined>
  endedAfter(position: number, limit: number): Promise<readonly EndedReceipt[]>
  lastPosition(): Promise<number>
}

/** Maximum stored changes while automatic publishing is off. */
export const changesWaiting = 1_000
export const receiptsKept = 500
