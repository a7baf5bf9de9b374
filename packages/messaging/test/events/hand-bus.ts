import { natsSubject, parseEvent } from '@typecase/contracts/events'
import type { ConsumeOptions, Delivery, EventBus } from '../../src/events/index.ts'

/** A bus whose deliveries the test makes by hand, and what became of them. */
export function handBus() {
  let consumer: ConsumeOptions | undefined
  const copies: { event: unknown; subject: string | undefined; messageId: string | undefined }[] = []
  const bus: EventBus = {
    publish: async (event, options) => {
      copies.push({ event, subject: options?.subject, messageId: options?.messageId })
    },
    consume: async (options) => {
      consumer = options
      return { stop: async () => undefined, backlog: async () => 0 }
    },
    extent: async () => ({ epoch: 'hand', sequence: 0 }),
    ping: async () => undefined,
    close: async () => undefined,
  }
  /** Resolves when the consumer is through with it. */
  async function deliver(
    event: unknown,
    attempt = 1,
  ): Promise<{ settled: 'acked' | 'retried' | 'nothing'; delayMs?: number }> {
    const outcome: { settled: 'acked' | 'retried' | 'nothing'; delayMs?: number } = { settled: 'nothing' }
    const delivery: Delivery = {
      event,
      subject: subjectOf(event),
      attempt,
      ack: async () => {
        outcome.settled = 'acked'
      },
      retry: async (delayMs) => {
        Object.assign(outcome, { settled: 'retried', delayMs })
      },
      progress: async () => undefined,
    }
    await consumer?.handle(delivery)
    return outcome
  }
  /** What a bus asks that has several at hand. */
  const settled = async (events: readonly unknown[]) => [...((await consumer?.settled?.(events)) ?? [])]
  return { bus, copies, deliver, settled, subjects: () => consumer?.subjects }
}

function subjectOf(event: unknown): string {
  try {
    return natsSubject(parseEvent(event).type)
  } catch {
    return 'typecase.unknown'
  }
}
