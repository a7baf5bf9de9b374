import type { Change, Receipt } from './receipt.ts'

export interface Pending {
  readonly changes: readonly Change[]
  readonly total: number
}

export type EndedReceipt = Receipt & { readonly position: number }

export interface ReceiptBook {
  /** Stores changes until a generation publishes them; duplicates are one. */
  note(changes: readonly Change[]): Promise<void>
  pending(): Promise<Pending>
  /** Deletes all but the newest changes when no generation takes them up. */
  trim(): Promise<void>
  write(receipt: Receipt): Promise<void>
  /** Keeps the last 500 receipts. */
  end(receipt: Receipt, taken: readonly string[]): Promise<void>
  list(page: {
    readonly limit: number
    readonly offset: number
  }): Promise<{ readonly receipts: readonly Receipt[]; readonly total: number }>
  find(generationId: string): Promise<Receipt | undefined>
  /** Of the last activated one if that receipt is gone. */
  lastShared(outputDir: string, generationId?: string): Promise<Receipt['shared'] | undefined>
  endedAfter(position: number, limit: number): Promise<readonly EndedReceipt[]>
  lastPosition(): Promise<number>
}

/** Changes that may wait while automatic publishing is off. */
export const changesWaiting = 1_000
export const receiptsKept = 500
