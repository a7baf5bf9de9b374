import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@typecase/kernel'
import { registry } from '@typecase/runtime/telemetry'
import { label, testPostgres } from '@typecase/testing/infra'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deadLetters } from '../../src/events/index.ts'
import { replayOutbox } from '../../src/outbox/index.ts'
import { listBus } from './ledger.ts'
import { cursorReader, inversions } from './order.ts'
import { eventually, outboxPerTest } from './outbox-fixture.ts'

const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('outbox', skip), () => {
  const fixture = outboxPerTest()

  it('keeps events and their order while the bus is unavailable', async () => {
    let isUnavailable = true
    const { bus, published } = listBus({
      errorFor: () =>
        isUnavailable ? new AppError('unavailable', 'BUS_UNAVAILABLE', 'unavailable') : undefined,
    })
    await fixture.relay(bus)
    for (let i = 0; i < 5; i++) await fixture.ledger.change('main')
    await sleep(400)
    expect(published).toEqual([])
    expect(await metric('typecase_outbox_unpublished')).toBe(5)
    expect(await metric('typecase_outbox_oldest_seconds')).toBeGreaterThan(0.1)
    isUnavailable = false
    await eventually(() => expect(published.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5]))
    await eventually(async () => expect(await metric('typecase_outbox_unpublished')).toBe(0))
    // Another replica reports the metric from now on; a stale value of this one would never fall.
    for (const part of fixture.running.splice(0)) await part.stop()
    expect([
      await metric('typecase_outbox_unpublished'),
      await metric('typecase_outbox_oldest_seconds'),
    ]).toEqual([undefined, undefined])
  })

  it('continues after its database connection breaks, and republishes unmarked events', async () => {
    const relayPostgres = fixture.ledger.open({ applicationName: `${fixture.ledger.schema}-relay` })
    const { bus, published } = listBus()
    await fixture.relay(bus, { postgres: relayPostgres })
    await fixture.ledger.change('main')
    await eventually(() => expect(published).toHaveLength(1))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${`${fixture.ledger.schema}-relay`}`.execute(fixture.ledger.postgres.db)
    await fixture.ledger.change('main')
    // The first event is published twice if the connection breaks before it is marked.
    await eventually(() => expect([...new Set(published.map(({ revision }) => revision))]).toEqual([1, 2]))
    for (const part of fixture.running.splice(0)) await part.stop()
    await relayPostgres.close()
  })

  it('republishes all retained events when the bus has lost all events or the last one', async () => {
    const { bus, published, extent } = listBus()
    await fixture.relay(bus)
    for (let i = 0; i < 3; i++) await fixture.ledger.change('main')
    await eventually(() => expect(published).toHaveLength(3))
    await eventually(async () => expect(await fixture.unpublished()).toBe(0))
    published.length = 0
    Object.assign(extent, { epoch: 'second', sequence: 0 })
    await eventually(() => expect(published.map(({ revision }) => revision)).toEqual([1, 2, 3]))
    await eventually(async () => expect(await fixture.unpublished()).toBe(0))
    published.length = 0
    extent.sequence -= 1
    await eventually(() => expect(published.map(({ revision }) => revision)).toEqual([1, 2, 3]))
  })

  it('republishes events recorded since a given time on request', async () => {
    const { bus, published } = listBus()
    await fixture.relay(bus)
    await fixture.ledger.change('early')
    await eventually(async () => expect(await fixture.unpublished()).toBe(0))
    await sleep(20)
    const since = new Date()
    await fixture.ledger.change('late')
    await eventually(() => expect(published).toHaveLength(2))
    await eventually(async () => expect(await fixture.unpublished()).toBe(0))
    expect(await replayOutbox(fixture.ledger.postgres, since)).toBe(1)
    await eventually(() =>
      expect(published.map(({ subject }) => subject)).toEqual(['menu:early', 'menu:late', 'menu:late']),
    )
  })

  it('dead-letters an event that the bus refuses, and publishes it on replay', async () => {
    let isStrict = true
    const refused = new AppError('refused', 'EVENT_REFUSED', 'too large')
    const { bus, published } = listBus({
      errorFor: ({ subject }) => (isStrict && subject === 'menu:large' ? refused : undefined),
    })
    // Both are in one batch: the accepted event is on the bus before the other is dead-lettered.
    await fixture.ledger.change('large')
    await fixture.ledger.change('small')
    await fixture.relay(bus)
    await eventually(() => expect(published.map(({ subject }) => subject)).toEqual(['menu:small']))
    const deadLetterStore = deadLetters(fixture.ledger.postgres)
    await eventually(async () => expect(await deadLetterStore.list()).toHaveLength(1))
    const [deadLetter] = await deadLetterStore.list()
    expect(deadLetter).toMatchObject({
      consumer: 'outbox',
      error: 'too large',
      event: { subject: 'menu:large' },
    })
    // The purge of published events keeps the one with a dead letter.
    for (const part of fixture.running.splice(0)) await part.stop()
    await fixture.relay(bus, { keepMs: 0 })
    const { db } = fixture.ledger.postgres
    await eventually(async () =>
      expect((await sql`select entity from outbox`.execute(db)).rows).toEqual([{ entity: 'menu:large' }]),
    )
    isStrict = false
    expect(await deadLetterStore.replay(deadLetter?.id ?? '')).toBe(true)
    await eventually(() =>
      expect(published.map(({ subject }) => subject)).toEqual(['menu:small', 'menu:large']),
    )
    expect(await deadLetterStore.list()).toEqual([])
  })

  it('marks every published event before it stops', async () => {
    const { bus, published } = listBus({ delayMs: () => 50 })
    const part = await fixture.relay(bus)
    for (let i = 0; i < 5; i++) await fixture.ledger.change('main')
    await eventually(() => expect(published.length).toBeGreaterThan(0))
    await part.stop()
    expect(await fixture.unpublished()).toBe(5 - published.length)
  })

  it('publishes only committed events, all in order, with 16 writers and 2 relays', async () => {
    const { bus, published } = listBus()
    const relays = ['a', 'b'].map((name) =>
      fixture.ledger.open({ applicationName: `${fixture.ledger.schema}-${name}`, maxConnections: 3 }),
    )
    for (const postgres of relays) await fixture.relay(bus, { postgres })
    const cursor = cursorReader(fixture.ledger.postgres)
    const committed = new Map<string, number>()
    let remaining = 2_000
    const writer = async () => {
      while (remaining-- > 0) {
        const id = String(Math.floor(Math.random() * 40))
        const isRolledBack = Math.random() < 0.05
        const revision = await fixture.ledger
          .change(id, async () => {
            if (Math.random() < 0.1) await sleep(Math.random() * 30)
            if (isRolledBack) throw new Error('rolled back')
          })
          .catch(() => undefined)
        if (revision !== undefined) committed.set(`menu:${id}#${revision}`, revision)
      }
    }
    const killer = setInterval(() => {
      void sql`select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.granted and a.application_name like ${`${fixture.ledger.schema}-%`}`
        .execute(fixture.ledger.postgres.db)
        .catch(() => undefined)
    }, 700)
    await Promise.all(Array.from({ length: 16 }, writer))
    clearInterval(killer)
    await eventually(async () => expect(await fixture.unpublished()).toBe(0), 20_000)
    const seenByCursor = await cursor.stop()

    const keys = published.map(({ subject, revision }) => `${subject}#${revision}`)
    const firstPublications = [...new Map(published.map((event) => [event.id, event])).values()]
    expect([...committed.keys()].filter((key) => !keys.includes(key))).toEqual([])
    expect(keys.filter((key) => !committed.has(key))).toEqual([])
    expect(inversions(firstPublications)).toBe(0)
    // Control: reading with `position > last` loses events under this load, so the test can detect a loss.
    expect(seenByCursor).toBeLessThan(committed.size)
    for (const part of fixture.running.splice(0)) await part.stop()
    await Promise.all(relays.map((postgres) => postgres.close()))
  }, 60_000)
  async function metric(name: string): Promise<number | undefined> {
    const values = (await registry.getSingleMetric(name)?.get())?.values
    return values?.find(({ labels }) => labels.schema === fixture.ledger.schema)?.value
  }
})
