import type { TypedEvent } from '@typecase/contracts/events'
import type { Part } from '@typecase/runtime/lifecycle'
import { label, testPostgres } from '@typecase/testing/infra'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventConsumer } from '../../src/events/index.ts'
import { manualBus } from './manual-bus.ts'
import { log, openMenus } from './menus-service.ts'
import { menuChanged } from './themes-events.ts'

const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('an event consumer that checks events in batches', skip), () => {
  let menus: Awaited<ReturnType<typeof openMenus>>
  let consumers: Part[]
  let handled: number[]
  /** Decides by the number of items whether alreadyApplied returns an event. */
  let isApplied: (items: number) => boolean

  beforeEach(async () => {
    menus = await openMenus()
    handled = []
    consumers = []
    isApplied = () => false
  })
  afterEach(async () => {
    for (const consumer of consumers) await consumer.stop()
    await menus.close()
  })

  async function consume() {
    const manual = manualBus()
    const consumer = eventConsumer({
      ...{ bus: manual.bus, postgres: menus.postgres, durable: 'menus', log },
      alreadyApplied: async (events) => {
        const itemsOf = (data: object) => ('items' in data ? Number(data.items) : -1)
        return new Set(events.filter(({ data }) => isApplied(itemsOf(data))).map(({ id }) => id))
      },
      on: [{ types: ['themes.menu.changed'], handle: async ({ data }) => void handled.push(data.items) }],
    })
    consumers.push(consumer)
    await consumer.start()
    return manual
  }
  const [first, second, third] = [menuChanged('a', 1, 1), menuChanged('b', 1, 2), menuChanged('c', 1, 3)]

  it('recognizes only events that it has handled', async () => {
    const { deliver, alreadyHandled } = await consume()
    await deliver(first)
    expect(await alreadyHandled([second, first, third])).toEqual([1])
    expect(await alreadyHandled([second, third])).toEqual([])
    expect(handled).toEqual([1])
  })

  it('records events as handled if alreadyApplied returns them', async () => {
    const { deliver, alreadyHandled } = await consume()
    isApplied = (items) => items === 2
    expect(await alreadyHandled([first, second, third])).toEqual([1])
    isApplied = () => false
    expect(await alreadyHandled([first, second, third])).toEqual([1])
    for (const event of [first, second, third]) expect(await deliver(event)).toEqual({ result: 'acked' })
    expect(handled).toEqual([1, 3])
  })

  it('does not report unknown or invalid events as handled', async () => {
    const { alreadyHandled } = await consume()
    isApplied = () => true
    const unknownType = { ...first, id: 'unknown', type: 'typecase.unknown.event.v1' }
    const invalid = { ...second, data: { items: 'many' } }
    expect(await alreadyHandled(['no event', unknownType, invalid, { id: 7 }, third])).toEqual([4])
  })

  describe('with handleBatch', () => {
    /** Items of each batch. */
    let batches: number[][]
    beforeEach(() => {
      batches = []
    })
    const itemsOf = (events: readonly TypedEvent[]) =>
      events.map(({ data }) => ('items' in data ? Number(data.items) : -1))

    async function consumeInBatches(
      fail: (items: readonly number[]) => Promise<Error | undefined> = async () => undefined,
    ) {
      const manual = manualBus()
      const part = eventConsumer({
        ...{ bus: manual.bus, postgres: menus.postgres, durable: 'menus', log },
        handleBatch: async (events, tx) => {
          for (const { id } of events) await tx.insertInto('effects').values({ event_id: id }).execute()
          const error = await fail(itemsOf(events))
          if (error) throw error
          batches.push(itemsOf(events))
        },
        on: [{ types: ['themes.menu.changed'], handle: async ({ data }) => void handled.push(data.items) }],
      })
      consumers.push(part)
      await part.start()
      return manual
    }

    it('applies events in one batch, each exactly once', async () => {
      const { deliver, alreadyHandled } = await consumeInBatches()
      expect(await alreadyHandled([first, second, third])).toEqual([0, 1, 2])
      expect(await alreadyHandled([third, first])).toEqual([0, 1])
      for (const event of [first, second, third]) expect(await deliver(event)).toEqual({ result: 'acked' })
      expect([batches, handled, await menus.effects()]).toEqual([[[1, 2, 3]], [], 3])
    })

    it('batches neither a single event nor unknown ones', async () => {
      const { alreadyHandled } = await consumeInBatches()
      expect(await alreadyHandled([first])).toEqual([])
      expect(
        await alreadyHandled(['no event', second, { ...third, type: 'typecase.unknown.event.v1' }]),
      ).toEqual([])
      expect(await alreadyHandled(['no event', second, first, second])).toEqual([1, 2, 3])
      expect(batches).toEqual([[2, 1]])
    })

    it('applies a batch in order, and skips events older than the last applied one', async () => {
      const { deliver, alreadyHandled } = await consumeInBatches()
      const menu = (revision: number) => menuChanged('main', revision, revision * 10)
      await deliver(menu(3))
      expect(await alreadyHandled([menu(2), menu(4), menuChanged('side', 1, 1), menu(5), menu(3)])).toEqual([
        0, 1, 2, 3, 4,
      ])
      expect([handled, batches]).toEqual([[30], [[40, 1, 50]]])
      await deliver(menu(4))
      expect(handled).toEqual([30])
    })

    it('rolls back the whole batch after an error', async () => {
      const { deliver, alreadyHandled } = await consumeInBatches(async (items) =>
        items.includes(2) ? new Error('failed') : undefined,
      )
      await expect(alreadyHandled([first, second, third])).rejects.toThrow('failed')
      expect(await menus.effects()).toBe(0)
      expect(await deliver(second)).toEqual({ result: 'acked' })
      expect(await alreadyHandled([first, second, third])).toEqual([0, 1, 2])
      expect([handled, batches]).toEqual([[2], [[1, 3]]])
    })

    it('skips events older than one that is applied concurrently', async () => {
      const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow = await consumeInBatches(async (items) => {
        if (!items.includes(50)) return undefined
        started.resolve()
        return gate.promise.then(() => undefined)
      })
      const fast = await consumeInBatches()
      const menu = (revision: number) => menuChanged('main', revision, revision * 10)
      const first = slow.alreadyHandled([menu(5), menuChanged('side', 1, 1)])
      await started.promise
      const second = fast.alreadyHandled([menu(4), menu(6)])
      gate.resolve()
      expect([await first, await second]).toEqual([
        [0, 1],
        [0, 1],
      ])
      expect(batches).toEqual([[50, 1], [60]])
    })

    it('applies events once when two replicas check them at the same time', async () => {
      const [firstReplica, secondReplica] = [await consumeInBatches(), await consumeInBatches()]
      const events = Array.from({ length: 40 }, (_, n) =>
        menuChanged(String(n % 20), Math.floor(n / 20) + 1, n),
      )
      const handledIndexes = await Promise.all([
        firstReplica.alreadyHandled(events),
        secondReplica.alreadyHandled(events),
      ])
      expect(handledIndexes.map(({ length }) => length)).toEqual([40, 40])
      expect([await menus.effects(), batches.flat().toSorted((a, b) => a - b)]).toEqual([
        40,
        events.map((_, n) => n),
      ])
    })
  })

  it('records nothing when alreadyApplied fails', async () => {
    const { deliver, alreadyHandled } = await consume()
    isApplied = () => {
      throw new Error('unavailable')
    }
    await expect(alreadyHandled([first, second])).rejects.toThrow('unavailable')
    await deliver(first)
    expect(handled).toEqual([1])
  })

  it('also applies older events with anyOrder, one by one and in batches', async () => {
    const manual = manualBus()
    const consumer = eventConsumer({
      ...{ bus: manual.bus, postgres: menus.postgres, durable: 'any-order', log, anyOrder: true },
      handleBatch: async (events) => void handled.push(...events.map(({ revision }) => revision * 10)),
      on: [{ types: ['themes.menu.changed'], handle: async ({ revision }) => void handled.push(revision) }],
    })
    consumers.push(consumer)
    await consumer.start()
    await manual.deliver(menuChanged('a', 5, 1))
    await manual.deliver(menuChanged('a', 2, 1))
    expect(handled).toEqual([5, 2])
    const late = [menuChanged('a', 3, 1), menuChanged('a', 4, 1)]
    await manual.alreadyHandled(late)
    expect(handled).toEqual([5, 2, 30, 40])
    await manual.alreadyHandled(late)
    expect(handled).toEqual([5, 2, 30, 40])
  })
})
