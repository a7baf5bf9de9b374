import { label, testPostgres } from '@typecase/testing/infra'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventConsumer } from '../../src/events/index.ts'
import type { Part } from '../../src/lifecycle/index.ts'
import { handBus } from './hand-bus.ts'
import { log, openMenus } from './menus-service.ts'
import { menuChanged } from './themes-events.ts'

const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('a consumer that is asked about many events at once', skip), () => {
  let menus: Awaited<ReturnType<typeof openMenus>>
  let consumer: Part | undefined
  let handled: number[]
  /** What is true by another way, by the number of items. */
  let trueAlready: (items: number) => boolean

  beforeEach(async () => {
    menus = await openMenus()
    handled = []
    trueAlready = () => false
  })
  afterEach(async () => {
    await consumer?.stop()
    await menus.close()
  })

  async function consume() {
    const hand = handBus()
    consumer = eventConsumer({
      ...{ bus: hand.bus, postgres: menus.postgres, durable: 'menus', log },
      alreadyTrue: async (events) => {
        const itemsOf = (data: object) => ('items' in data ? Number(data.items) : -1)
        return new Set(events.filter(({ data }) => trueAlready(itemsOf(data))).map(({ id }) => id))
      },
      on: [{ types: ['themes.menu.changed'], handle: async ({ data }) => void handled.push(data.items) }],
    })
    await consumer.start()
    return hand
  }
  const [first, second, third] = [menuChanged('a', 1, 1), menuChanged('b', 1, 2), menuChanged('c', 1, 3)]

  it('knows those that it has handled, and no others', async () => {
    const { deliver, settled } = await consume()
    await deliver(first)
    expect(await settled([second, first, third])).toEqual([1])
    expect(await settled([second, third])).toEqual([])
    expect(handled).toEqual([1])
  })

  it('takes for handled what is true already, once and for all', async () => {
    const { deliver, settled } = await consume()
    trueAlready = (items) => items === 2
    expect(await settled([first, second, third])).toEqual([1])
    trueAlready = () => false
    expect(await settled([first, second, third])).toEqual([1])
    for (const event of [first, second, third]) expect(await deliver(event)).toEqual({ settled: 'acked' })
    expect(handled).toEqual([1, 3])
  })

  it('leaves what it does not know to be looked at by itself', async () => {
    const { settled } = await consume()
    trueAlready = () => true
    const strange = { ...first, id: 'strange', type: 'typecase.nothing.like.it.v1' }
    const formless = { ...second, data: { items: 'many' } }
    expect(await settled(['no event', strange, formless, { id: 7 }, third])).toEqual([4])
  })

  it('notes nothing when the service can not tell', async () => {
    const { deliver, settled } = await consume()
    trueAlready = () => {
      throw new Error('away')
    }
    await expect(settled([first, second])).rejects.toThrow('away')
    await deliver(first)
    expect(handled).toEqual([1])
  })
})
