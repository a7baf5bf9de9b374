import type { CloudEvent } from '@typecase/contracts/events'
import { uuidv7 } from '@typecase/runtime/postgres'
import { vi } from 'vitest'
import type { ConsumeOptions, Delivery, EventBus } from '../../src/events/index.ts'

let collectors = 0

/** Starts a consumer that records deliveries, then calls `react`, which acknowledges them by default. */
export async function collect(
  bus: EventBus,
  {
    durable = `collector-${++collectors}`,
    subjects = ['typecase.>'],
    react = (delivery: Delivery) => delivery.ack(),
    ...rest
  }: Partial<ConsumeOptions> & { react?: (delivery: Delivery) => Promise<void> },
) {
  const deliveries: Delivery[] = []
  await bus.consume({
    ...rest,
    durable,
    subjects,
    handle: async (delivery) => {
      deliveries.push(delivery)
      await react(delivery)
    },
  })
  return { durable, deliveries, numbers: () => deliveries.map(numberOf) }
}

export const eventually = (check: () => void | Promise<void>, timeout = 8_000): Promise<void> =>
  vi.waitFor(check, { timeout, interval: 20 })

export const numberIn = (event: unknown): number => (event as { data: { n: number } }).data.n

export const numberOf = (delivery: Delivery): number => numberIn(delivery.event)

export const anEvent = (n: number, type = 'content.post.created'): CloudEvent => ({
  specversion: '1.0',
  id: uuidv7(),
  source: '/typecase/content',
  type: `typecase.${type}.v1`,
  subject: `post:${n}`,
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  revision: 1,
  data: { n, text: 'Grüße, 世界 🌍' },
})
