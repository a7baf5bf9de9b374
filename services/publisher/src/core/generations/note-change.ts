import type { GenerationLedger, PublisherPorts } from '../ports.ts'

/** Milliseconds until a change starts a generation. */
const soonMs = 20
/** Milliseconds of quiet that a generation waits for once many changes have joined it, and of waiting at the longest. */
const quietMs = 250
const longestMs = 5_000

/**
 * Something changed that the site may show: queues a generation, unless one waits already (D12.5). `ledger` belongs to the
 * transaction in which the event is marked as handled.
 */
export const noteChange =
  ({ clock, newId }: Pick<PublisherPorts, 'clock' | 'newId'>) =>
  async (ledger: GenerationLedger): Promise<void> => {
    const now = clock().getTime()
    const times = { dueAt: new Date(now + soonMs), burstDueAt: new Date(now + quietMs), latestAt: new Date(now + longestMs) }
    await ledger.request({ id: newId(), trigger: 'event', options: null, ...times })
  }
