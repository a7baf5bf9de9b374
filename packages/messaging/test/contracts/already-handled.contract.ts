import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventBus } from '../../src/events/index.ts'
import type { BusStore } from './bus-store.ts'
import { anEvent, collect, eventually, numberIn, numberOf } from './event-samples.ts'

/** Contract of `alreadyHandled`, run for every adapter of EventBus. */
export function alreadyHandledContract(openStore: () => Promise<BusStore>): void {
  describe('with alreadyHandled', () => {
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

    it('delivers no event that is already handled', async () => {
      const numbers = Array.from({ length: 100 }, (_, at) => at + 1)
      await Promise.all(numbers.map((n) => bus.publish(anEvent(n))))
      const handled = new Set<number>()
      let questions = 0
      const got = await collect(bus, {
        alreadyHandled: async (events) => {
          questions++
          const places = [...events.keys()].filter((place) => numberIn(events[place]) % 2 === 0)
          for (const place of places) handled.add(numberIn(events[place]))
          return new Set(places)
        },
      })
      await eventually(() => expect(got.deliveries.length + handled.size).toBe(100))
      expect(got.numbers().filter((n) => handled.has(n))).toEqual([])
      expect(handled.size).toBeGreaterThan(20)
      expect(questions).toBeLessThan(50)
      const again = await bus.consume({
        durable: got.durable,
        subjects: ['typecase.>'],
        handle: () => Promise.resolve(),
      })
      await eventually(async () => expect(await again.backlog()).toBe(0))
    })

    it('delivers an event to one consumer only, even if its check takes long', async () => {
      const numbers = Array.from({ length: 12 }, (_, at) => at + 1)
      for (const n of numbers) await bus.publish(anEvent(n))
      const asked = new Set<number>()
      const alreadyHandled = async (events: readonly unknown[]) => {
        for (const event of events) asked.add(numberIn(event))
        await sleep(1_500)
        return new Set(events.keys())
      }
      const one = await collect(bus, { durable: 'slowly', ackWaitMs: 500, alreadyHandled })
      const two = await collect(bus, { durable: 'slowly', ackWaitMs: 500, alreadyHandled })
      const handed = () => [...one.numbers(), ...two.numbers()]
      await eventually(() => expect(handed().length + asked.size).toBeGreaterThanOrEqual(12))
      await sleep(2_000)
      expect([...handed(), ...asked].sort((a, b) => a - b)).toEqual(numbers)
      expect(asked.size).toBeGreaterThan(5)
    })

    it('checks nothing while an event is handled, with a concurrency of 1', async () => {
      const gate = Promise.withResolvers<void>()
      const done: number[] = []
      const got = await collect(bus, {
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
      await eventually(() => expect(got.numbers()).toEqual([1]))
      for (const n of [2, 3, 4]) await bus.publish(anEvent(n))
      await sleep(700)
      expect(done).toEqual([])
      gate.resolve()
      await eventually(() => expect(done).toEqual([1, 2, 3, 4]))
    })

    it('delivers everything when the check fails', async () => {
      await Promise.all([1, 2, 3, 4].map((n) => bus.publish(anEvent(n))))
      const got = await collect(bus, { alreadyHandled: () => Promise.reject(new Error('no answer')) })
      await eventually(() => expect(got.numbers().toSorted()).toEqual([1, 2, 3, 4]))
    })
  })
}
