import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@typecase/kernel'
import { registry } from '@typecase/runtime/telemetry'
import { label, testPostgres } from '@typecase/testing/infra'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deadLetters } from '../../src/events/index.ts'
import { replayOutbox } from '../../src/outbox/index.ts'
import { eventually, outboxOfEachTest } from './each-test.ts'
import { listBus } from './ledger.ts'
import { cursorReader, inversions } from './order.ts'

const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('outbox', skip), () => {
  const each = outboxOfEachTest()

  it('keeps events and their order while the bus is unavailable', async () => {
    let away = true
    const { bus, published } = listBus({
      failing: () => (away ? new AppError('unavailable', 'BUS_UNAVAILABLE', 'away') : undefined),
    })
    await each.relay(bus)
    for (let i = 0; i < 5; i++) await each.ledger.change('main')
    await sleep(400)
    expect(published).toEqual([])
    expect(await metric('typecase_outbox_unpublished')).toBe(5)
    expect(await metric('typecase_outbox_oldest_seconds')).toBeGreaterThan(0.1)
    away = false
    await eventually(() => expect(published.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5]))
    await eventually(async () => expect(await metric('typecase_outbox_unpublished')).toBe(0))
    // Another replica then reports the metric. An old value of this replica would never decrease.
    for (const part of each.running.splice(0)) await part.stop()
    expect([
      await metric('typecase_outbox_unpublished'),
      await metric('typecase_outbox_oldest_seconds'),
    ]).toEqual([undefined, undefined])
  })

  it('publishes unmarked events again after its database connection failed, and continues', async () => {
    const own = each.ledger.open({ applicationName: `${each.ledger.schema}-relay` })
    const { bus, published } = listBus()
    await each.relay(bus, { postgres: own })
    await each.ledger.change('main')
    await eventually(() => expect(published).toHaveLength(1))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${`${each.ledger.schema}-relay`}`.execute(each.ledger.postgres.db)
    await each.ledger.change('main')
    // The first event arrives twice if the connection fails before its mark.
    await eventually(() => expect([...new Set(published.map(({ revision }) => revision))]).toEqual([1, 2]))
    for (const part of each.running.splice(0)) await part.stop()
    await own.close()
  })

  it('publishes all stored events again when the bus has lost all or its last events', async () => {
    const { bus, published, extent } = listBus()
    await each.relay(bus)
    for (let i = 0; i < 3; i++) await each.ledger.change('main')
    await eventually(() => expect(published).toHaveLength(3))
    await eventually(async () => expect(await each.unpublished()).toBe(0))
    published.length = 0
    Object.assign(extent, { epoch: 'second', sequence: 0 })
    await eventually(() => expect(published.map(({ revision }) => revision)).toEqual([1, 2, 3]))
    await eventually(async () => expect(await each.unpublished()).toBe(0))
    published.length = 0
    extent.sequence -= 1
    await eventually(() => expect(published.map(({ revision }) => revision)).toEqual([1, 2, 3]))
  })

  it('publishes events again since a time, on request', async () => {
    const { bus, published } = listBus()
    await each.relay(bus)
    await each.ledger.change('early')
    await eventually(async () => expect(await each.unpublished()).toBe(0))
    await sleep(20)
    const since = new Date()
    await each.ledger.change('late')
    await eventually(() => expect(published).toHaveLength(2))
    await eventually(async () => expect(await each.unpublished()).toBe(0))
    expect(await replayOutbox(each.ledger.postgres, since)).toBe(1)
    await eventually(() =>
      expect(published.map(({ subject }) => subject)).toEqual(['menu:early', 'menu:late', 'menu:late']),
    )
  })

  it('dead-letters refused events, publishes the rest, and publishes the refused ones on replay', async () => {
    let strict = true
    const refused = new AppError('refused', 'EVENT_REFUSED', 'too large')
    const { bus, published } = listBus({
      failing: ({ subject }) => (strict && subject === 'menu:large' ? refused : undefined),
    })
    // One batch: the accepted event is on the bus before the other becomes a dead letter.
    await each.ledger.change('large')
    await each.ledger.change('small')
    await each.relay(bus)
    await eventually(() => expect(published.map(({ subject }) => subject)).toEqual(['menu:small']))
    const letters = deadLetters(each.ledger.postgres)
    await eventually(async () => expect(await letters.list()).toHaveLength(1))
    const [letter] = await letters.list()
    expect(letter).toMatchObject({ consumer: 'outbox', error: 'too large', event: { subject: 'menu:large' } })
    strict = false
    expect(await letters.replay(letter?.id ?? '')).toBe(true)
    await eventually(() =>
      expect(published.map(({ subject }) => subject)).toEqual(['menu:small', 'menu:large']),
    )
    expect(await letters.list()).toEqual([])
  })

  it('finishes publishing before it stops', async () => {
    const { bus, published } = listBus({ delayMs: () => 50 })
    const part = await each.relay(bus)
    for (let i = 0; i < 5; i++) await each.ledger.change('main')
    await eventually(() => expect(published.length).toBeGreaterThan(0))
    await part.stop()
    expect(await each.unpublished()).toBe(5 - published.length)
  })

  it('loses, invents and reorders nothing under 16 writers and two competing relays (DS4)', async () => {
    const { bus, published } = listBus()
    const relays = ['a', 'b'].map((name) =>
      each.ledger.open({ applicationName: `${each.ledger.schema}-${name}`, maxConnections: 3 }),
    )
    for (const postgres of relays) await each.relay(bus, { postgres })
    const cursor = cursorReader(each.ledger.postgres)
    const committed = new Map<string, number>()
    let left = 2_000
    const writer = async () => {
      while (left-- > 0) {
        const id = String(Math.floor(Math.random() * 40))
        const isLost = Math.random() < 0.05
        const revision = await each.ledger
          .change(id, async () => {
            if (Math.random() < 0.1) await sleep(Math.random() * 30)
            if (isLost) throw new Error('rolled back')
          })
          .catch(() => undefined)
        if (revision !== undefined) committed.set(`menu:${id}#${revision}`, revision)
      }
    }
    const killer = setInterval(() => {
      void sql`select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.granted and a.application_name like ${`${each.ledger.schema}-%`}`
        .execute(each.ledger.postgres.db)
        .catch(() => undefined)
    }, 700)
    await Promise.all(Array.from({ length: 16 }, writer))
    clearInterval(killer)
    await eventually(async () => expect(await each.unpublished()).toBe(0), 20_000)
    const seenByCursor = await cursor.stop()

    const keys = published.map(({ subject, revision }) => `${subject}#${revision}`)
    const firsts = [...new Map(published.map((event) => [event.id, event])).values()]
    expect([...committed.keys()].filter((key) => !keys.includes(key))).toEqual([])
    expect(keys.filter((key) => !committed.has(key))).toEqual([])
    expect(inversions(firsts)).toBe(0)
    // Control: the same load read by `position > last` loses events, so this test would detect a loss.
    expect(seenByCursor).toBeLessThan(committed.size)
    for (const part of each.running.splice(0)) await part.stop()
    await Promise.all(relays.map((postgres) => postgres.close()))
  }, 60_000)
  async function metric(name: string): Promise<number | undefined> {
    const values = (await registry.getSingleMetric(name)?.get())?.values
    return values?.find(({ labels }) => labels.schema === each.ledger.schema)?.value
  }
})
