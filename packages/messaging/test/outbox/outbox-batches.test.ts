import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@typecase/kernel'
import type { Part } from '@typecase/runtime/lifecycle'
import { label, testPostgres } from '@typecase/testing/infra'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventBus } from '../../src/events/index.ts'
import { outboxRelay } from '../../src/outbox/index.ts'
import { listBus, log, openLedger } from './ledger.ts'
import { inversions } from './order.ts'

const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('outbox relay', skip), () => {
  let ledger: Awaited<ReturnType<typeof openLedger>>
  let running: Part | undefined

  beforeEach(async () => {
    ledger = await openLedger('several')
  })
  afterEach(async () => {
    await running?.stop()
    await ledger.close()
  })

  async function relay(bus: EventBus) {
    running = outboxRelay({ postgres: ledger.postgres, bus, source: '/typecase/themes', log })
    await running.start()
  }
  const unpublished = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from outbox where published_at is null`.execute(ledger.postgres.db)
    return rows[0]?.count ?? -1
  }
  const eventually = (check: () => void | Promise<void>) =>
    vi.waitFor(check, { timeout: 8_000, interval: 10 })

  it('does not wait for other entities, and never sends events of one entity out of order', async () => {
    const { bus, published } = listBus()
    const confirmed = Promise.withResolvers<void>()
    const slow = {
      ...bus,
      publish: async (event: Parameters<typeof bus.publish>[0]) => {
        if (event.subject === 'menu:slow' && event.revision === 1) await confirmed.promise
        await bus.publish(event)
      },
    }
    await ledger.change('slow')
    for (let i = 0; i < 40; i++) await ledger.change(`m${i % 20}`)
    await ledger.change('slow')
    await relay(slow)
    await eventually(() => expect(published).toHaveLength(40))
    expect(published.filter(({ subject }) => subject === 'menu:slow')).toEqual([])
    expect(await unpublished()).toBe(42)
    confirmed.resolve()
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect(inversions(published)).toBe(0)
  })

  it('sends at most a hundred events before they are acknowledged', async () => {
    const { bus, published } = listBus()
    const confirmed = Promise.withResolvers<void>()
    let begun = 0
    const slow = {
      ...bus,
      publish: async (event: Parameters<typeof bus.publish>[0]) => {
        begun += 1
        await confirmed.promise
        await bus.publish(event)
      },
    }
    for (let i = 0; i < 130; i++) await ledger.change(`m${i}`)
    await relay(slow)
    await eventually(() => expect(begun).toBe(100))
    await sleep(100)
    expect([begun, published.length]).toEqual([100, 0])
    confirmed.resolve()
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect(published).toHaveLength(130)
  })

  it('passes all events in recording order to a bus that stores batches', async () => {
    const { bus, published } = listBus()
    const steps: number[] = []
    for (let i = 0; i < 30; i++) await ledger.change(`m${i % 3}`)
    await relay({
      ...bus,
      publishTogether: async (messages) => {
        steps.push(messages.length)
        for (const { event } of messages) await bus.publish(event)
        return bus.extent()
      },
    })
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect([steps, published.length, inversions(published)]).toEqual([[30], 30, 0])
  })

  it('publishes all events again when a bus that stores batches has lost them', async () => {
    const { bus, published, extent } = listBus()
    const publishTogether: EventBus['publishTogether'] = async (messages) => {
      for (const { event } of messages) await bus.publish(event)
      return bus.extent()
    }
    for (let i = 0; i < 3; i++) await ledger.change('a')
    await relay({ ...bus, publishTogether })
    await eventually(async () => expect([published.length, await unpublished()]).toEqual([3, 0]))
    published.length = 0
    Object.assign(extent, { epoch: 'second', sequence: 0 })
    await ledger.change('a')
    await eventually(() =>
      expect(new Set(published.map(({ revision }) => revision))).toEqual(new Set([1, 2, 3, 4])),
    )
    await eventually(async () => expect(await unpublished()).toBe(0))
  })

  it('sends events one by one if they cannot be stored together', async () => {
    const { bus, published } = listBus({
      failing: ({ subject }) =>
        subject === 'menu:m1' ? new AppError('refused', 'EVENT_REFUSED', 'too large') : undefined,
    })
    for (let i = 0; i < 9; i++) await ledger.change(`m${i % 3}`)
    await relay({
      ...bus,
      publishTogether: () => Promise.reject(new AppError('refused', 'EVENT_REFUSED', 'too large')),
    })
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect([published.length, inversions(published)]).toEqual([6, 0])
  })

  it('dead-letters refused events, many at a time, and sends the others', async () => {
    const { bus, published } = listBus({
      failing: ({ revision, subject }) =>
        subject.startsWith('menu:bad') && revision === 1
          ? new AppError('refused', 'EVENT_REFUSED', 'too large')
          : undefined,
    })
    for (let i = 0; i < 10; i++) for (const id of ['bad', 'good']) await ledger.change(`${id}${i}`)
    await relay(bus)
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect(published).toHaveLength(10)
    const letters = await sql<{
      n: number
    }>`select count(*)::int as n from dead_letters where consumer = 'outbox'`.execute(ledger.postgres.db)
    expect(letters.rows).toEqual([{ n: 10 }])
  })

  it('stops at an entity whose event the bus did not accept, and marks accepted events', async () => {
    let isAway = true
    const { bus, published } = listBus({
      failing: ({ subject, revision }) =>
        isAway && subject === 'menu:a' && revision === 2
          ? new AppError('unavailable', 'BUS_UNAVAILABLE', 'away')
          : undefined,
    })
    for (let i = 0; i < 3; i++) for (const id of ['a', 'b']) await ledger.change(id)
    await relay(bus)
    await eventually(async () => expect(await unpublished()).toBeLessThan(6))
    await sleep(300)
    expect(published.filter(({ subject }) => subject === 'menu:a').map(({ revision }) => revision)).toEqual([
      1,
    ])
    isAway = false
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect(inversions([...new Map(published.map((event) => [event.id, event])).values()])).toBe(0)
    // Marked when acknowledged, so none was published twice.
    expect(published).toHaveLength(6)
  })
})
