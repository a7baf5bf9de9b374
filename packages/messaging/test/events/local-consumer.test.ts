import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Delivery, localEventBus } from '../../src/events/index.ts'
import { localBusMigrations } from '../../src/events/local-bus-migrations.ts'
import { localBusQueries, patternOf } from '../../src/events/local-bus-queries.ts'
import { localConsumer } from '../../src/events/local-consumer.ts'
import { anEvent, collect, eventually, numberOf } from '../contracts/event-samples.ts'

const log = createLogger('test', 'silent')
const { skip } = await testPostgres()

/** A bus that counts the claims of its consumers. */
async function countingBus() {
  const { url, schema, drop } = await freshSchema('local-consumer')
  const postgres = openPostgres({ url, schema: 'public', log, maxConnections: 5 })
  const claims: string[] = []
  const countingDb = postgres.db.withPlugin({
    transformQuery: ({ node }) => {
      const text = node.kind === 'RawNode' ? node.sqlFragments.join('') : ''
      if (/set attempt = d\.attempt \+ 1/.test(text)) claims.push(text)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const bus = localEventBus({ postgres: { ...postgres, db: countingDb }, log, schema })
  onTestFinished(async () => {
    await bus.close()
    await postgres.close()
    await drop()
  })
  /** Stores an event for every consumer, and notifies without consumer names. */
  const publishWithoutNames = async () => {
    const event = anEvent(7)
    await sql`insert into ${sql.id(schema, 'events')} (message_id, subject, event) values ('m7', 'typecase.content.post.created', ${JSON.stringify(event)}::json)`.execute(
      postgres.db,
    )
    await sql`insert into ${sql.id(schema, 'deliveries')} (durable, position)
      select durable, position from ${sql.id(schema, 'consumers')}, ${sql.id(schema, 'events')}`.execute(
      postgres.db,
    )
    await sql`select pg_notify(${`bus_${schema}`}, '')`.execute(postgres.db)
  }
  return { bus, publishWithoutNames, takeClaimCount: () => claims.splice(0).length }
}

/** A consumer that uses only the SQL queue; the test wakes it. */
async function manualConsumer() {
  const { url, schema, drop } = await freshSchema('local-consumer')
  const postgres = openPostgres({ url, schema: 'public', log, maxConnections: 5 })
  await migrate({ ...postgres, schema }, localBusMigrations(schema))
  const queue = localBusQueries(postgres.db, schema, `bus_${schema}`)
  const handled: unknown[] = []
  const consume = async (
    wrappedQueue: typeof queue,
    listen: (fn: () => void) => Promise<() => Promise<void>>,
  ) => {
    await queue.register('manual', patternOf(['typecase.>']))
    const consumer = await localConsumer({
      ...{ durable: 'manual', subjects: ['typecase.>'], queue: wrappedQueue, listen, log },
      ...{ register: async () => undefined, registered: true },
      handle: async (delivery) => {
        handled.push(delivery.event)
        await delivery.ack()
      },
    })
    onTestFinished(async () => {
      await consumer.stop()
      await postgres.close()
      await drop()
    })
  }
  return { queue, handled, consume }
}

describe.skipIf(skip !== undefined)(label('consumers of the local bus', skip), () => {
  it('make fewer than 4 claims per event, even with a concurrency of 4', async () => {
    const { bus, takeClaimCount } = await countingBus()
    const received = await collect(bus, { concurrency: 4 })
    await sleep(200)
    takeClaimCount()
    for (let n = 1; n <= 5; n++) {
      await bus.publish(anEvent(n))
      await eventually(() => expect(received.numbers()).toHaveLength(n))
      await sleep(50)
    }
    expect(takeClaimCount()).toBeLessThan(20)
  })

  it('deliver up to `concurrency` unhandled events at the same time', async () => {
    const { bus } = await countingBus()
    const gate = Promise.withResolvers<void>()
    const received = await collect(bus, {
      concurrency: 4,
      alreadyHandled: async () => new Set(),
      react: async (delivery) => {
        // The first event is acknowledged immediately, so that alreadyHandled checks the others.
        if (delivery.attempt === 1 && numberOf(delivery) > 1) await gate.promise
        await delivery.ack()
      },
    })
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => bus.publish(anEvent(n))))
    await eventually(() => expect(received.deliveries).toHaveLength(5), 3_000)
    gate.resolve()
    await eventually(() => expect(received.numbers().sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]))
  })

  it('claim again immediately when an event is published during a claim', async () => {
    const { queue, handled, consume } = await manualConsumer()
    let wake = (): void => undefined
    let hasPublished = false
    const claim: typeof queue.claim = async (...args) => {
      const result = await queue.claim(...args)
      if (!hasPublished) {
        hasPublished = true
        await queue.publish([
          { messageId: 'm1', subject: 'typecase.content.post.created', event: JSON.stringify(anEvent(1)) },
        ])
        wake()
      }
      return result
    }
    await consume({ ...queue, claim }, async (fn) => {
      wake = fn
      return async () => undefined
    })
    await eventually(() => expect(handled).toHaveLength(1), 3_000)
  })

  it('report when the next event is due, and do not count released deliveries as attempts', async () => {
    const { queue, consume } = await manualConsumer()
    await queue.register('asked', patternOf(['typecase.>']))
    const event = (n: number) => ({
      messageId: `m${n}`,
      subject: 'typecase.content.post.created',
      event: JSON.stringify(anEvent(n)),
    })
    await queue.publish([event(1), event(2)])
    const claimed = () => queue.claim('asked', 60_000, 1)
    const [first, second, none] = [await claimed(), await claimed(), await claimed()]
    expect(first).toMatchObject({ isRegistered: true, claims: [{ attempt: 1 }] })
    expect(first.dueMs).toBeLessThanOrEqual(0)
    expect(second).toMatchObject({ isRegistered: true, claims: [{ attempt: 1 }] })
    expect(second.dueMs).toBeGreaterThan(50_000)
    expect(none).toMatchObject({ isRegistered: true, claims: [] })
    expect(none.dueMs).toBeGreaterThan(50_000)
    await queue.release('asked', [...first.claims, ...second.claims])
    expect((await queue.claim('asked', 60_000, 100)).claims).toEqual([...first.claims, ...second.claims])
    expect(await queue.claim('unknown', 60_000, 1)).toEqual({ isRegistered: false, claims: [], dueMs: null })
    await consume(queue, async () => async () => undefined)
  })

  it('report whether other events wait, and claim again as soon as a retry is due', async () => {
    const { bus } = await countingBus()
    const alone: unknown[] = []
    const received = await collect(bus, {
      react: async (delivery) => {
        alone.push(delivery.isAlone)
        if (delivery.attempt === 1 && numberOf(delivery) === 3) return await delivery.retry(50)
        await delivery.ack()
      },
    })
    await Promise.all([bus.publish(anEvent(1)), bus.publish(anEvent(2))])
    await eventually(() => expect(received.deliveries).toHaveLength(2), 3_000)
    await sleep(100)
    await bus.publish(anEvent(3))
    await eventually(() => expect(received.deliveries).toHaveLength(4), 3_000)
    expect(alone).toEqual([false, true, true, true])
  })

  it('handle events of one entity in order, and of different entities concurrently', async () => {
    const { bus } = await countingBus()
    const gate = Promise.withResolvers<void>()
    const started: number[] = []
    await collect(bus, {
      concurrency: 4,
      react: async (delivery) => {
        started.push(numberOf(delivery))
        if (started.length === 1) await gate.promise
        await delivery.ack()
      },
    })
    const publishAbout = (n: number, subject: string) => bus.publish({ ...anEvent(n), subject })
    await publishAbout(1, 'post:a')
    await publishAbout(2, 'post:a')
    await publishAbout(3, 'post:a')
    await publishAbout(4, 'post:b')
    await eventually(() => expect(started).toEqual([1, 4]), 3_000)
    gate.resolve()
    await eventually(() => expect(started).toEqual([1, 4, 2, 3]), 3_000)
  })

  it('release claimed but unstarted events when they stop', async () => {
    const { bus } = await countingBus()
    const gate = Promise.withResolvers<void>()
    const alreadyHandled = async () => new Set<number>()
    const [durable, handled] = ['stops', [] as number[]]
    for (let n = 1; n <= 5; n++) await bus.publish(anEvent(n))
    const handle = async (delivery: Delivery) => {
      handled.push(delivery.attempt)
      await gate.promise
      await delivery.ack()
    }
    const stopping = await bus.consume({
      durable,
      subjects: ['typecase.>'],
      ackWaitMs: 60_000,
      alreadyHandled,
      handle,
    })
    await eventually(() => expect(handled).toHaveLength(1), 3_000)
    const stopped = stopping.stop()
    gate.resolve()
    await stopped
    await bus.consume({ durable, subjects: ['typecase.>'], ackWaitMs: 60_000, alreadyHandled, handle })
    await eventually(() => expect(handled).toEqual([1, 1, 1, 1, 1]), 3_000)
  })

  it('wake up at a notification without consumer names, which is sent if the names do not fit', async () => {
    const { bus, publishWithoutNames } = await countingBus()
    const received = await collect(bus, {})
    await sleep(200)
    await publishWithoutNames()
    await eventually(() => expect(received.numbers()).toEqual([7]), 3_000)
  })

  it('do not claim when only other consumers have events', async () => {
    const { bus, takeClaimCount } = await countingBus()
    await collect(bus, { subjects: ['typecase.media.>'], concurrency: 4 })
    const received = await collect(bus, { subjects: ['typecase.content.>'] })
    await sleep(200)
    takeClaimCount()
    for (let n = 1; n <= 5; n++) await bus.publish(anEvent(n))
    await eventually(() => expect(received.numbers()).toHaveLength(5))
    await sleep(100)
    expect(takeClaimCount()).toBeLessThan(20)
  })
})
