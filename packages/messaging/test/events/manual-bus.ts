import { natsSubject, parseEvent } from '@typecase/contracts/events'
import type { ConsumeOptions, Delivery, EventBus } from '../../src/events/index.ts'

/** A bus on which the test triggers deliveries and sees their outcome. */
export function manualBus() {
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
    extent: async () => ({ epoch: 'manual', sequence: 0 }),
    ping: async () => undefined,
    close: async () => undefined,
  }
  /** Delivers an event, and resolves with the outcome when the handler has returned. */
  async function deliver(
    event: unknown,
    attempt = 1,
  ): Promise<{ result: 'acked' | 'retried' | 'nothing'; delayMs?: number }> {
    const outcome: { result: 'acked' | 'retried' | 'nothing'; delayMs?: number } = { result: 'nothing' }
    const delivery: Delivery = {
      event,
      subject: subjectOf(event),
      attempt,
      ack: async () => {
        outcome.result = 'acked'
      },
      retry: async (delayMs) => {
        Object.assign(outcome, { result: 'retried', delayMs })
      },
      progress: async () => undefined,
    }
    await consumer?.handle(delivery)
    return outcome
  }
  const alreadyHandled = async (events: readonly unknown[]) => [
    ...((await consumer?.alreadyHandled?.(events)) ?? []),
  ]
  return { bus, copies, deliver, alreadyHandled, subjects: () => consumer?.subjects }
}

function subjectOf(event: unknown): string {
  try {
    return natsSubject(parseEvent(event).type)
  } catch {
    return 'typecase.unknown'
  }
}
