import type { PublisherPorts } from '../ports.ts'
import type { Debounce, GenerationLedger } from '../releases/generation-ledger.ts'
import type { Change } from './history/receipt.ts'
import type { ReceiptBook } from './history/receipt-book.ts'

/** A burst begins when more than this many requests have joined a queued generation. */
export const fewJoined = 3
/** Milliseconds to wait for concurrent changes. */
const soonMs = 10
/** In a burst, a generation is due after `quietMs` without changes, and at the latest after `longestMs`. */
const quietMs = 250
const longestMs = 5_000
/** Each further change of a burst moves the latest time by `eachMs`, by at most `mostMs` in total. */
const debounce: Debounce = { eachMs: 10, mostMs: 25_000 }

/**
 * Notes changes and requests a generation. Runs in the transaction that marks the events as handled
 * (contract.md#automatic-generations).
 */
export const noteChanges =
  ({ clock, newId }: Pick<PublisherPorts, 'clock' | 'newId'>) =>
  async (
    ledger: Pick<GenerationLedger, 'request'>,
    noted?: {
      readonly receipts: Pick<ReceiptBook, 'note'>
      readonly changes: readonly Change[]
      /** True if no other event waits, so that there are no concurrent changes to collect. */
      readonly isAlone?: boolean
    },
  ): Promise<void> => {
    await noted?.receipts.note(noted.changes)
    const now = clock().getTime()
    const dueAt = new Date(noted?.isAlone ? now : now + soonMs)
    const times = { dueAt, burstDueAt: new Date(now + quietMs), latestAt: new Date(now + longestMs) }
    const requests = noted?.changes.length ?? 1
    await ledger.request({ id: newId(), trigger: 'event', options: null, ...times, debounce, requests })
  }
