import type { Delivery } from './bus.ts'
import { busUnavailable } from './errors.ts'
import type { Claim, localBusQueries } from './local-bus-queries.ts'

interface DeliveryActions {
  readonly queue: Pick<ReturnType<typeof localBusQueries>, 'postpone'>
  readonly durable: string
  readonly ackWaitMs: number
  readonly isAlone: boolean
  readonly acknowledge: (claim: Claim) => Promise<void>
  /** Makes the consumer poll again. */
  readonly wake: () => void
}

export function localDelivery(
  claim: Claim,
  { queue, durable, ackWaitMs, isAlone, acknowledge, wake }: DeliveryActions,
): Delivery {
  const { event, subject, attempt } = claim
  return {
    ...{ event, subject, attempt, isAlone },
    ack: () => acknowledge(claim).catch(rethrowUnavailable),
    retry: async (delayMs) => {
      await queue.postpone(durable, claim, delayMs).catch(rethrowUnavailable)
      // The delivery may be due before the consumer's next scheduled wake-up.
      wake()
    },
    progress: () => queue.postpone(durable, claim, ackWaitMs).catch(rethrowUnavailable),
  }
}

function rethrowUnavailable(error: unknown): never {
  throw busUnavailable(error)
}
