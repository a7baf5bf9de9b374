import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventBus } from '../../src/events/index.ts'
import type { BusStore } from './bus-store.ts'
import { anEvent, collect, eventually, numberIn, numberOf } from './event-samples.ts'

/** Contract of `alreadyHandled`, run for every adapter of EventBus. */
export function alreadyHandledContract(openStore: () => Promise<BusStore>): void {
  describe('a consumer with alreadyHandled', () => {
    let store: BusStore
    let bus: EventBus

    beforeEach(async () => {
      store = await openStore()
      bus = store.open()
    })
    afterEach(async () => {
      await bus.close()
      await store.dispose()
    })

    it('skips events that are already handled', async () => {
      const numbers = Array.from({ length: 100 }, (_, index) => index + 1)
      await Promise.all(numbers.map((n) => bus.publish(anEvent(n))))
      const handled = new Set<number>()
      let checks = 0
      const consumer = await collect(bus, {
        alreadyHandled: async (events) => {
          checks++
          const indexes = [...events.keys()].filter((index) => numberIn(events[index]) % 2 === 0)
          for (const index of indexes) handled.add(numberIn(events[index]))
          return new Set(indexes)
        },
      })
      await eventually(() => expect(consumer.deliveries.length + handled.size).toBe(100))
      expect(consumer.numbers().filter((n) => handled.has(n))).toEqual([])
      expect(handled.size).toBeGreaterThan(20)
      expect(checks).toBeLessThan(50)
      const subscription = await bus.consume({
        durable: consumer.durable,
        subjects: ['typecase.>'],
        handle: () => Promise.resolve(),
      })
      await eventually(async () => expect(await subscription.backlog()).toBe(0))
    })

    it('delivers each event to only one replica, even if alreadyHandled is slow', async () => {
      const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
      for (const n of numbers) await bus.publish(anEvent(n))
      const checked = new Set<number>()
      const alreadyHandled = async (events: readonly unknown[]) => {
        for (const event of events) checked.add(numberIn(event))
        await sleep(1_500)
        return new Set(events.keys())
      }
      const first = await collect(bus, { durable: 'slow', ackWaitMs: 500, alreadyHandled })
      const second = await collect(bus, { durable: 'slow', ackWaitMs: 500, alreadyHandled })
      const delivered = () => [...first.numbers(), ...second.numbers()]
      await eventually(() => expect(delivered().length + checked.size).toBeGreaterThanOrEqual(12))
      await sleep(2_000)
      expect([...delivered(), ...checked].sort((a, b) => a - b)).toEqual(numbers)
      expect(checked.size).toBeGreaterThan(5)
    })

    it('with a concurrency of 1, checks no further events while one is handled', async () => {
      const gate = Promise.withResolvers<void>()
      const done: number[] = []
      const consumer = await collect(bus, {
        alreadyHandled: async (events) => {
          done.push(...events.map(numberIn))
          return new Set(events.keys())
        },
        react: async (delivery) => {
          await gate.promise
          await sleep(200)
          done.push(numberOf(delivery))
          await delivery.ack()
        },
      })
      await bus.publish(anEvent(1))
      await eventually(() => expect(consumer.numbers()).toEqual([1]))
      for (const n of [2, 3, 4]) await bus.publish(anEvent(n))
      await sleep(700)
      expect(done).toEqual([])
      gate.resolve()
      await eventually(() => expect(done).toEqual([1, 2, 3, 4]))
    })

    it('delivers all events when alreadyHandled fails', async () => {
      await Promise.all([1, 2, 3, 4].map((n) => bus.publish(anEvent(n))))
      const consumer = await collect(bus, { alreadyHandled: () => Promise.reject(new Error('no answer')) })
      await eventually(() => expect(consumer.numbers().toSorted()).toEqual([1, 2, 3, 4]))
    })
  })
}
