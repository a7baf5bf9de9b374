import type { GenerationLedger, PublisherPorts } from '../ports.ts'

/** Milliseconds of quiet after which a generation starts, and of waiting for quiet at the longest. */
const quietMs = 75
const longestMs = 750

/**
 * Something changed that the site may show: queues a generation, unless one waits already (D12.5). `ledger` belongs to the
 * transaction in which the event is marked as handled.
 */
export const noteChange =
  ({ clock, newId }: Pick<PublisherPorts, 'clock' | 'newId'>) =>
  async (ledger: GenerationLedger): Promise<void> => {
    const now = clock().getTime()
    const times = { dueAt: new Date(now + quietMs), latestAt: new Date(now + longestMs) }
    await ledger.request({ id: newId(), trigger: 'event', options: null, ...times })
  }
