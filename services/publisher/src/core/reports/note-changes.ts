import type { PublisherPorts } from '../ports.ts'
import type { GenerationLedger, Patience } from '../releases/generation-ledger.ts'
import type { Change } from './history/receipt.ts'
import type { ReceiptBook } from './history/receipt-book.ts'

/** Requests that join a generation before they count as a burst. */
export const fewRequests = 3
/** Milliseconds until a change starts a generation, so that those that come with it are in it too; none where it is known to be alone. */
const soonMs = 10
/** Milliseconds of quiet that a generation waits for once many changes have joined it, and of waiting at the longest. */
const quietMs = 250
const longestMs = 5_000
/** A generation that begins in the middle of a burst is work for nothing: the more has joined, the longer it waits for the rest. */
const patience: Patience = { eachMs: 10, mostMs: 25_000 }

/**
 * Something changed that the site may show: notes it and queues a generation, unless one waits already (contract.md#automatic-generations). Ledger and
 * receipts belong to the transaction in which the events are marked as handled.
 */
export const noteChanges =
  ({ clock, newId }: Pick<PublisherPorts, 'clock' | 'newId'>) =>
  async (
    ledger: Pick<GenerationLedger, 'request'>,
    noted?: {
      readonly receipts: Pick<ReceiptBook, 'note'>
      readonly changes: readonly Change[]
      readonly isAlone?: boolean
    },
  ): Promise<void> => {
    await noted?.receipts.note(noted.changes)
    const now = clock().getTime()
    const dueAt = new Date(noted?.isAlone ? now : now + soonMs)
    const times = { dueAt, burstDueAt: new Date(now + quietMs), latestAt: new Date(now + longestMs) }
    const requests = noted?.changes.length ?? 1
    await ledger.request({ id: newId(), trigger: 'event', options: null, ...times, patience, requests })
  }
