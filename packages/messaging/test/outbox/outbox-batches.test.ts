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

  it('publishes events of other entities while one waits, and keeps the order per entity', async () => {
    const { bus, published } = listBus()
    const acknowledged = Promise.withResolvers<void>()
    const slow = {
      ...bus,
      publish: async (event: Parameters<typeof bus.publish>[0]) => {
        if (event.subject === 'menu:slow' && event.revision === 1) await acknowledged.promise
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
    acknowledged.resolve()
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect(inversions(published)).toBe(0)
  })

  it('has at most 100 unacknowledged events', async () => {
    const { bus, published } = listBus()
    const acknowledged = Promise.withResolvers<void>()
    let started = 0
    const slow = {
      ...bus,
      publish: async (event: Parameters<typeof bus.publish>[0]) => {
        started += 1
        await acknowledged.promise
        await bus.publish(event)
      },
    }
    for (let i = 0; i < 130; i++) await ledger.change(`m${i}`)
    await relay(slow)
    await eventually(() => expect(started).toBe(100))
    await sleep(100)
    expect([started, published.length]).toEqual([100, 0])
    acknowledged.resolve()
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect(published).toHaveLength(130)
  })

  it('passes events in recording order, as one batch, to a bus with publishTogether', async () => {
    const { bus, published } = listBus()
    const batchSizes: number[] = []
    for (let i = 0; i < 30; i++) await ledger.change(`m${i % 3}`)
    await relay({
      ...bus,
      publishTogether: async (messages) => {
        batchSizes.push(messages.length)
        for (const { event } of messages) await bus.publish(event)
        return bus.extent()
      },
    })
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect([batchSizes, published.length, inversions(published)]).toEqual([[30], 30, 0])
  })

  it('publishes all events again when a bus with publishTogether has lost them', async () => {
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

  it('publishes events one by one when the bus refuses their batch', async () => {
    const { bus, published } = listBus({
      errorFor: ({ subject }) =>
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

  it('dead-letters all refused events of a batch, and publishes the others', async () => {
    const { bus, published } = listBus({
      errorFor: ({ revision, subject }) =>
        subject.startsWith('menu:bad') && revision === 1
          ? new AppError('refused', 'EVENT_REFUSED', 'too large')
          : undefined,
    })
    for (let i = 0; i < 10; i++) for (const id of ['bad', 'good']) await ledger.change(`${id}${i}`)
    await relay(bus)
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect(published).toHaveLength(10)
    const deadLetters = await sql<{
      n: number
    }>`select count(*)::int as n from dead_letters where consumer = 'outbox'`.execute(ledger.postgres.db)
    expect(deadLetters.rows).toEqual([{ n: 10 }])
  })

  it('holds back later events of an entity after a failed one, and marks accepted events', async () => {
    let isUnavailable = true
    const { bus, published } = listBus({
      errorFor: ({ subject, revision }) =>
        isUnavailable && subject === 'menu:a' && revision === 2
          ? new AppError('unavailable', 'BUS_UNAVAILABLE', 'unavailable')
          : undefined,
    })
    for (let i = 0; i < 3; i++) for (const id of ['a', 'b']) await ledger.change(id)
    await relay(bus)
    await eventually(async () => expect(await unpublished()).toBeLessThan(6))
    await sleep(300)
    expect(published.filter(({ subject }) => subject === 'menu:a').map(({ revision }) => revision)).toEqual([
      1,
    ])
    isUnavailable = false
    await eventually(async () => expect(await unpublished()).toBe(0))
    expect(inversions([...new Map(published.map((event) => [event.id, event])).values()])).toBe(0)
    // Accepted events were marked, so none was published twice.
    expect(published).toHaveLength(6)
  })
})
