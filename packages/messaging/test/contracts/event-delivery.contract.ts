import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Delivery } from '../../src/events/index.ts'
import { type BusStore, busesOfEachTest } from './bus-store.ts'
import { anEvent, collect, eventually, numberOf } from './event-samples.ts'

/** Contract of EventBus, run for every adapter. */
export function eventDeliveryContract(openStore: () => Promise<BusStore>): void {
  const { open } = busesOfEachTest(openStore)

  it('redelivers after the requested delay and increments the attempt number', async () => {
    const bus = open()
    const attempts: { attempt: number; at: number }[] = []
    await bus.consume({
      durable: 'patient',
      subjects: ['typecase.>'],
      handle: async (delivery) => {
        attempts.push({ attempt: delivery.attempt, at: Date.now() })
        if (delivery.attempt < 3) await delivery.retry(300)
        else await delivery.ack()
      },
    })
    await bus.publish(anEvent(1))
    await eventually(() => expect(attempts).toHaveLength(3))
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    for (const [i, { at }] of attempts.slice(1).entries())
      expect(at - (attempts[i]?.at ?? 0)).toBeGreaterThanOrEqual(290)
    await sleep(700)
    expect(attempts).toHaveLength(3)
  })

  it('delivers other events while one waits for its retry', async () => {
    const bus = open()
    const received = await collect(bus, {
      react: async (delivery) =>
        numberOf(delivery) === 1 && delivery.attempt === 1 ? delivery.retry(800) : delivery.ack(),
    })
    for (const n of [1, 2, 3]) await bus.publish(anEvent(n))
    await eventually(() => expect(received.numbers()).toEqual([1, 2, 3, 1]))
  })

  it('delivers other events while a slow one is handled, if the concurrency allows', async () => {
    const bus = open()
    const gate = Promise.withResolvers<void>()
    const finished: number[] = []
    await bus.consume({
      durable: 'wide',
      subjects: ['typecase.>'],
      concurrency: 2,
      handle: async (delivery) => {
        if (numberOf(delivery) === 1) await gate.promise
        finished.push(numberOf(delivery))
        await delivery.ack()
      },
    })
    for (const n of [1, 2, 3]) await bus.publish(anEvent(n))
    await eventually(() => expect(finished).toEqual([2, 3]))
    gate.resolve()
    await eventually(() => expect(finished).toEqual([2, 3, 1]))
  })

  it('delivers up to `concurrency` events at the same time, including redeliveries', async () => {
    const bus = open()
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const inFlight = [0, 0]
    const react = async ({ attempt, retry, ack }: Delivery) => {
      inFlight[attempt - 1] = (inFlight[attempt - 1] ?? 0) + 1
      await gates[attempt - 1]?.promise
      await (attempt === 1 ? retry(300) : ack())
    }
    await collect(bus, { concurrency: 4, react })
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => bus.publish(anEvent(n))))
    await eventually(() => expect(inFlight).toEqual([4, 0]), 3_000)
    gates[0]?.resolve()
    await eventually(() => expect(inFlight).toEqual([8, 4]), 3_000)
    gates[1]?.resolve()
    await eventually(() => expect(inFlight[1]).toBe(8))
  })

  it('shares the work of one durable consumer between two processes', async () => {
    const react = async (delivery: Delivery) => {
      await sleep(10)
      await delivery.ack()
    }
    const first = await collect(open(), { durable: 'shared', react })
    const second = await collect(open(), { durable: 'shared', react })
    const bus = open()
    const numbers = Array.from({ length: 40 }, (_, i) => i + 1)
    for (const n of numbers) await bus.publish(anEvent(n))
    await eventually(() =>
      expect(first.numbers().length + second.numbers().length).toBeGreaterThanOrEqual(40),
    )
    expect([...first.numbers(), ...second.numbers()].sort((a, b) => a - b)).toEqual(numbers)
    expect(first.numbers().length).toBeGreaterThan(5)
    expect(second.numbers().length).toBeGreaterThan(5)
  })

  it('delivers each event to every durable consumer', async () => {
    const bus = open()
    const first = await collect(bus, { durable: 'first' })
    const second = await collect(bus, { durable: 'second' })
    await bus.publish(anEvent(1))
    await eventually(() => expect([first.numbers(), second.numbers()]).toEqual([[1], [1]]))
  })

  it('does not redeliver while a slow handler reports progress', async () => {
    const bus = open()
    const received = await collect(bus, {
      ackWaitMs: 600,
      react: async (delivery) => {
        for (let i = 0; i < 8; i++) {
          await sleep(200)
          await delivery.progress()
        }
        await delivery.ack()
      },
    })
    const secondReplica = await collect(open(), { durable: received.durable, ackWaitMs: 600 })
    await bus.publish(anEvent(1))
    await sleep(2_500)
    expect(received.deliveries.length + secondReplica.deliveries.length).toBe(1)
  })
}
