import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type BusStore, busesOfEachTest } from './bus-store.ts'
import { eventDeliveryContract } from './event-delivery.contract.ts'
import { anEvent, collect, eventually } from './event-samples.ts'

/** Contract of EventBus, run for every adapter. */
export function eventBusContract(openStore: () => Promise<BusStore>): void {
  const { open, store } = busesOfEachTest(openStore)

  it('delivers an event unchanged with its subject, as attempt 1', async () => {
    const bus = open()
    const received = await collect(bus, { subjects: ['typecase.content.post.created'] })
    const event = anEvent(1)
    await bus.publish(event)
    await eventually(() => expect(received.deliveries).toHaveLength(1))
    expect(received.deliveries[0]).toMatchObject({
      event,
      subject: 'typecase.content.post.created',
      attempt: 1,
    })
  })

  describe('subjects', () => {
    const published = [
      'content.post.created',
      'content.page.created',
      'media.file.deleted',
      'content.settings.updated',
    ]

    it.each([
      [['typecase.content.>'], ['content.post.created', 'content.page.created', 'content.settings.updated']],
      [['typecase.*.*.created'], ['content.post.created', 'content.page.created']],
      [['typecase.content.post'], []],
      [['typecase.content.*'], []],
      [
        ['typecase.content.post.created', 'typecase.media.>'],
        ['content.post.created', 'media.file.deleted'],
      ],
    ])('%j match only %j', async (subjects, expected) => {
      const bus = open()
      const received = await collect(bus, { subjects })
      const all = await collect(bus, { subjects: ['typecase.>'] })
      for (const type of published) await bus.publish(anEvent(1, type))
      await eventually(() => expect(all.deliveries).toHaveLength(published.length))
      await eventually(() => expect(received.deliveries).toHaveLength(expected.length))
      expect(received.deliveries.map(({ subject }) => subject)).toEqual(
        expected.map((type) => `typecase.${type}`),
      )
    })
  })

  it('stores events for a consumer that starts later', async () => {
    await open().publish(anEvent(1))
    const received = await collect(open(), {})
    await eventually(() => expect(received.numbers()).toEqual([1]))
  })

  it('resumes a durable consumer where it stopped, even in another process', async () => {
    const first = open()
    const before = await collect(first, { durable: 'resumes' })
    await first.publish(anEvent(1))
    await eventually(() => expect(before.numbers()).toEqual([1]))
    await first.close()
    await open().publish(anEvent(2))
    const after = await collect(open(), { durable: 'resumes' })
    await eventually(() => expect(after.numbers()).toEqual([2]))
    expect(before.numbers()).toEqual([1])
  })

  it('drops an event that is published again with the same id', async () => {
    const bus = open()
    const received = await collect(bus, {})
    const event = anEvent(1)
    await bus.publish(event)
    await bus.publish(event)
    await open().publish(event)
    await bus.publish(anEvent(2))
    await eventually(() => expect(received.numbers()).toContain(2))
    expect(received.numbers()).toEqual([1, 2])
  })

  it('accepts a copy of an event with another subject and message id', async () => {
    const bus = open()
    const received = await collect(bus, { subjects: ['typecase.dead.>'] })
    const event = anEvent(1)
    await bus.publish(event)
    await bus.publish(event, { subject: 'typecase.dead.media', messageId: `dead:media:${event.id}` })
    await eventually(() => expect(received.deliveries).toHaveLength(1))
    expect(received.deliveries[0]).toMatchObject({ event, subject: 'typecase.dead.media' })
  })

  it('preserves the publish order of one publisher', async () => {
    const bus = open()
    const received = await collect(bus, {})
    const numbers = Array.from({ length: 100 }, (_, i) => i + 1)
    for (const n of numbers)
      await bus.publish(anEvent(n, n % 2 ? 'content.post.created' : 'content.page.created'))
    await eventually(() => expect(received.numbers()).toHaveLength(100))
    expect(received.numbers()).toEqual(numbers)
  })

  it.each([
    ['that was never acknowledged', async () => undefined],
    ['whose handler threw', async () => Promise.reject(new Error('crash'))],
  ])('redelivers an event %s', async (_, react) => {
    const first = open()
    const unacknowledged = await collect(first, { durable: 'dies', ackWaitMs: 600, react })
    await first.publish(anEvent(1))
    await eventually(() => expect(unacknowledged.deliveries).toHaveLength(1))
    await first.close()
    const received = await collect(open(), { durable: 'dies', ackWaitMs: 600 })
    await eventually(() => expect(received.deliveries).toHaveLength(1))
    expect(received.deliveries[0]?.attempt).toBe(2)
  })

  it('counts unacknowledged events in the backlog', async () => {
    const bus = open()
    const gate = Promise.withResolvers<void>()
    const subscription = await bus.consume({
      durable: 'counted',
      subjects: ['typecase.content.>'],
      handle: async (delivery) => {
        await gate.promise
        await delivery.ack()
      },
    })
    for (const n of [1, 2, 3]) await bus.publish(anEvent(n))
    await eventually(async () => expect(await subscription.backlog()).toBe(3))
    gate.resolve()
    await eventually(async () => expect(await subscription.backlog()).toBe(0))
  })

  it('waits for the running handler in stop(), then delivers no more events', async () => {
    const bus = open()
    let state = 'none'
    const subscription = await bus.consume({
      durable: 'stops',
      subjects: ['typecase.>'],
      handle: async (delivery) => {
        state = 'running'
        await sleep(300)
        await delivery.ack()
        state = 'done'
      },
    })
    await bus.publish(anEvent(1))
    await eventually(() => expect(state).toBe('running'))
    await subscription.stop()
    expect(state).toBe('done')
    await bus.publish(anEvent(2))
    await sleep(300)
    expect(state).toBe('done')
  })

  it('reports another epoch after its stream lost events, and continues to deliver', async () => {
    const bus = open()
    const received = await collect(bus, {})
    await bus.publish(anEvent(1))
    await eventually(() => expect(received.numbers()).toEqual([1]))
    const before = await bus.extent()
    await bus.publish(anEvent(2))
    const later = await bus.extent()
    expect(later.epoch).toBe(before.epoch)
    expect(later.sequence).toBeGreaterThan(before.sequence)
    await eventually(() => expect(received.numbers()).toEqual([1, 2]))
    await store().wipe()
    await eventually(async () => expect((await bus.extent()).epoch).not.toBe(before.epoch))
    await bus.publish(anEvent(3))
    await eventually(() => expect(received.numbers()).toEqual([1, 2, 3]), 15_000)
  })

  it('answers a ping, and can be closed twice', async () => {
    const bus = open()
    await bus.ping()
    await bus.close()
    await bus.close()
  })
  eventDeliveryContract(openStore)
}
