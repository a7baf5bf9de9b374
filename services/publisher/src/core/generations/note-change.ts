import type { GenerationLedger, PublisherPorts } from '../ports.ts'

/** Milliseconds in which further changes join the same generation. */
const gatheringMs = 75

/**
 * Something changed that the site may show: queues a generation, unless one waits already (D12.5). `ledger` belongs to the
 * transaction in which the event is marked as handled.
 */
export const noteChange =
  ({ clock, newId }: Pick<PublisherPorts, 'clock' | 'newId'>) =>
  async (ledger: GenerationLedger): Promise<void> => {
    await ledger.request({ id: newId(), trigger: 'event', options: null, dueAt: new Date(clock().getTime() + gatheringMs) })
  }
