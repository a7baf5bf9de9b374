import type { TypedEvent } from '@typecase/contracts/events'
import type { Part } from '@typecase/runtime/lifecycle'
import { label, testPostgres } from '@typecase/testing/infra'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventConsumer } from '../../src/events/index.ts'
import { manualBus } from './manual-bus.ts'
import { log, openMenus } from './menus-service.ts'
import { menuChanged } from './themes-events.ts'

const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('a consumer that checks many events at once', skip), () => {
  let menus: Awaited<ReturnType<typeof openMenus>>
  let consumers: Part[]
  let handled: number[]
  /** Whether the service has already applied a menu with that number of items. */
  let trueAlready: (items: number) => boolean

  beforeEach(async () => {
    menus = await openMenus()
    handled = []
    consumers = []
    trueAlready = () => false
  })
  afterEach(async () => {
    for (const consumer of consumers) await consumer.stop()
    await menus.close()
  })

  async function consume() {
    const hand = manualBus()
    const consumer = eventConsumer({
      ...{ bus: hand.bus, postgres: menus.postgres, durable: 'menus', log },
      alreadyApplied: async (events) => {
        const itemsOf = (data: object) => ('items' in data ? Number(data.items) : -1)
        return new Set(events.filter(({ data }) => trueAlready(itemsOf(data))).map(({ id }) => id))
      },
      on: [{ types: ['themes.menu.changed'], handle: async ({ data }) => void handled.push(data.items) }],
    })
    consumers.push(consumer)
    await consumer.start()
    return hand
  }
  const [first, second, third] = [menuChanged('a', 1, 1), menuChanged('b', 1, 2), menuChanged('c', 1, 3)]

  it('recognises events that it has handled, and no others', async () => {
    const { deliver, alreadyHandled } = await consume()
    await deliver(first)
    expect(await alreadyHandled([second, first, third])).toEqual([1])
    expect(await alreadyHandled([second, third])).toEqual([])
    expect(handled).toEqual([1])
  })

  it('records events that are already applied as handled', async () => {
    const { deliver, alreadyHandled } = await consume()
    trueAlready = (items) => items === 2
    expect(await alreadyHandled([first, second, third])).toEqual([1])
    trueAlready = () => false
    expect(await alreadyHandled([first, second, third])).toEqual([1])
    for (const event of [first, second, third]) expect(await deliver(event)).toEqual({ result: 'acked' })
    expect(handled).toEqual([1, 3])
  })

  it('leaves unknown events to be handled one by one', async () => {
    const { alreadyHandled } = await consume()
    trueAlready = () => true
    const strange = { ...first, id: 'strange', type: 'typecase.nothing.like.it.v1' }
    const formless = { ...second, data: { items: 'many' } }
    expect(await alreadyHandled(['no event', strange, formless, { id: 7 }, third])).toEqual([4])
  })

  describe('with handleBatch', () => {
    /** Items of each batch. */
    let rounds: number[][]
    beforeEach(() => {
      rounds = []
    })
    const itemsOf = (events: readonly TypedEvent[]) =>
      events.map(({ data }) => ('items' in data ? Number(data.items) : -1))

    async function batched(
      fail: (items: readonly number[]) => Promise<Error | undefined> = async () => undefined,
    ) {
      const hand = manualBus()
      const part = eventConsumer({
        ...{ bus: hand.bus, postgres: menus.postgres, durable: 'menus', log },
        handleBatch: async (events, tx) => {
          for (const { id } of events) await tx.insertInto('effects').values({ event_id: id }).execute()
          const error = await fail(itemsOf(events))
          if (error) throw error
          rounds.push(itemsOf(events))
        },
        on: [{ types: ['themes.menu.changed'], handle: async ({ data }) => void handled.push(data.items) }],
      })
      consumers.push(part)
      await part.start()
      return hand
    }

    it('applies events in one batch, once', async () => {
      const { deliver, alreadyHandled } = await batched()
      expect(await alreadyHandled([first, second, third])).toEqual([0, 1, 2])
      expect(await alreadyHandled([third, first])).toEqual([0, 1])
      for (const event of [first, second, third]) expect(await deliver(event)).toEqual({ result: 'acked' })
      expect([rounds, handled, await menus.effects()]).toEqual([[[1, 2, 3]], [], 3])
    })

    it('leaves a single event, and unknown ones', async () => {
      const { alreadyHandled } = await batched()
      expect(await alreadyHandled([first])).toEqual([])
      expect(
        await alreadyHandled(['no event', second, { ...third, type: 'typecase.nothing.like.it.v1' }]),
      ).toEqual([])
      expect(await alreadyHandled(['no event', second, first, second])).toEqual([1, 2, 3])
      expect(rounds).toEqual([[2, 1]])
    })

    it('skips events older than the last applied one, in order', async () => {
      const { deliver, alreadyHandled } = await batched()
      const menu = (revision: number) => menuChanged('main', revision, revision * 10)
      await deliver(menu(3))
      expect(await alreadyHandled([menu(2), menu(4), menuChanged('side', 1, 1), menu(5), menu(3)])).toEqual([
        0, 1, 2, 3, 4,
      ])
      expect([handled, rounds]).toEqual([[30], [[40, 1, 50]]])
      await deliver(menu(4))
      expect(handled).toEqual([30])
    })

    it('keeps no partial effect after an error', async () => {
      const { deliver, alreadyHandled } = await batched(async (items) =>
        items.includes(2) ? new Error('can not') : undefined,
      )
      await expect(alreadyHandled([first, second, third])).rejects.toThrow('can not')
      expect(await menus.effects()).toBe(0)
      expect(await deliver(second)).toEqual({ result: 'acked' })
      expect(await alreadyHandled([first, second, third])).toEqual([0, 1, 2])
      expect([handled, rounds]).toEqual([[2], [[1, 3]]])
    })

    it('skips events older than one that is applied concurrently', async () => {
      const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow = await batched(async (items) => {
        if (!items.includes(50)) return undefined
        begun.resolve()
        return gate.promise.then(() => undefined)
      })
      const quick = await batched()
      const menu = (revision: number) => menuChanged('main', revision, revision * 10)
      const first = slow.alreadyHandled([menu(5), menuChanged('side', 1, 1)])
      await begun.promise
      const second = quick.alreadyHandled([menu(4), menu(6)])
      gate.resolve()
      expect([await first, await second]).toEqual([
        [0, 1],
        [0, 1],
      ])
      expect(rounds).toEqual([[50, 1], [60]])
    })

    it('applies events once when two replicas check them at the same time', async () => {
      const [one, two] = [await batched(), await batched()]
      const events = Array.from({ length: 40 }, (_, n) =>
        menuChanged(String(n % 20), Math.floor(n / 20) + 1, n),
      )
      const answers = await Promise.all([one.alreadyHandled(events), two.alreadyHandled(events)])
      expect(answers.map(({ length }) => length)).toEqual([40, 40])
      expect([await menus.effects(), rounds.flat().toSorted((a, b) => a - b)]).toEqual([
        40,
        events.map((_, n) => n),
      ])
    })
  })

  it('records nothing when the service fails', async () => {
    const { deliver, alreadyHandled } = await consume()
    trueAlready = () => {
      throw new Error('away')
    }
    await expect(alreadyHandled([first, second])).rejects.toThrow('away')
    await deliver(first)
    expect(handled).toEqual([1])
  })

  it('applies older events, singly and in batches, with anyOrder', async () => {
    const hand = manualBus()
    const consumer = eventConsumer({
      ...{ bus: hand.bus, postgres: menus.postgres, durable: 'any-order', log, anyOrder: true },
      handleBatch: async (events) => void handled.push(...events.map(({ revision }) => revision * 10)),
      on: [{ types: ['themes.menu.changed'], handle: async ({ revision }) => void handled.push(revision) }],
    })
    consumers.push(consumer)
    await consumer.start()
    await hand.deliver(menuChanged('a', 5, 1))
    await hand.deliver(menuChanged('a', 2, 1))
    expect(handled).toEqual([5, 2])
    const late = [menuChanged('a', 3, 1), menuChanged('a', 4, 1)]
    await hand.alreadyHandled(late)
    expect(handled).toEqual([5, 2, 30, 40])
    await hand.alreadyHandled(late)
    expect(handled).toEqual([5, 2, 30, 40])
  })
})
