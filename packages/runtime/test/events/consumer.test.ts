import { AppError } from '@typecase/kernel'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentContext } from '../../src/context/index.ts'
import { deadLetters, eventConsumer, localEventBus } from '../../src/events/index.ts'
import { createLogger } from '../../src/log/index.ts'
import type { Part } from '../../src/lifecycle/index.ts'
import { type OutboxTables, outboxTables } from '../../src/outbox/index.ts'
import { migrate, openPostgres, type Postgres } from '../../src/postgres/index.ts'
import { handBus } from './hand-bus.ts'
import { menuChanged, seeded } from './themes-events.ts'

interface Tables extends OutboxTables {
  menus: { id: string; items: number }
  effects: { event_id: string }
}

const log = createLogger('test', 'silent')
const { skip } = await testPostgres()
const pausesMs = [1, 2, 3, 4, 5, 6, 7]

describe.skipIf(skip !== undefined)(label('event consumer', skip), () => {
  let home: Awaited<ReturnType<typeof freshSchema>>
  let postgres: Postgres<Tables>
  let running: Part[]
  let fail: (items: number) => Error | undefined
  let handled: number[]

  beforeEach(async () => {
    home = await freshSchema('consumer')
    postgres = openPostgres<Tables>({ url: home.url, schema: home.schema, log })
    await migrate(postgres, {
      '0001-initial': {
        up: async (db: Postgres<Tables>['db']) => {
          await outboxTables(db)
          await sql`create table menus (id text primary key, items bigint not null)`.execute(db)
          await sql`create table effects (event_id text not null)`.execute(db)
        },
      },
    })
    running = []
    handled = []
    fail = () => undefined
  })
  afterEach(async () => {
    for (const part of running) await part.stop()
    await postgres.close()
    await home.drop()
  })

  /** Keeps the number of items by menu, and counts its effects; fails after writing, so that a half effect would show. */
  async function consume(bus: Parameters<typeof eventConsumer>[0]['bus'], db = postgres) {
    const part = eventConsumer({
      bus,
      postgres: db,
      durable: 'menus',
      log,
      pausesMs,
      on: [
        {
          types: ['themes.menu.changed'],
          handle: async (event, tx) => {
            handled.push(event.data.items)
            await sql`insert into menus (id, items) values (${event.subject}, ${event.data.items})
              on conflict (id) do update set items = excluded.items`.execute(tx)
            await tx.insertInto('effects').values({ event_id: event.id }).execute()
            const error = fail(event.data.items)
            if (error) throw error
          },
        },
        { types: ['themes.theme.switched'], handle: async ({ data }) => void handled.push(data.name.length) },
      ],
    })
    running.push(part)
    await part.start()
    return part
  }
  const menus = async () => {
    const rows = await postgres.db.selectFrom('menus').selectAll().orderBy('id').execute()
    return Object.fromEntries(rows.map(({ id, items }) => [id, items]))
  }
  const effects = async () => (await postgres.db.selectFrom('effects').selectAll().execute()).length
  const letters = () => deadLetters(postgres)
  const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 8_000, interval: 20 })

  it('listens to the subjects of its types', async () => {
    const { bus, subjects } = handBus()
    await consume(bus)
    expect(subjects()).toEqual(['typecase.themes.menu.changed', 'typecase.themes.theme.switched'])
  })

  it('applies an event, acknowledges it, and does nothing when it comes again', async () => {
    const { bus, deliver } = handBus()
    await consume(bus)
    const event = menuChanged('main', 1, 5)
    expect(await deliver(event)).toEqual({ settled: 'acked' })
    expect(await deliver(event)).toEqual({ settled: 'acked' })
    expect(await deliver(event, 2)).toEqual({ settled: 'acked' })
    expect([await menus(), await effects(), handled]).toEqual([{ 'menu:main': 5 }, 1, [5]])
  })

  it('has one effect when two replicas get the event at the same time', async () => {
    const [one, two] = [handBus(), handBus()]
    await consume(one.bus)
    await consume(two.bus)
    const events = Array.from({ length: 20 }, (_, i) => menuChanged(String(i), 1, i))
    const outcomes = await Promise.all(events.flatMap((event) => [one.deliver(event), two.deliver(event)]))
    expect(outcomes.every(({ settled }) => settled === 'acked')).toBe(true)
    expect(await effects()).toBe(20)
  })

  it('never lets an older event overwrite a newer one of its entity, and keeps entities apart', async () => {
    const { bus, deliver } = handBus()
    await consume(bus)
    await deliver(menuChanged('main', 3, 30))
    await deliver(menuChanged('main', 2, 20))
    await deliver(menuChanged('side', 1, 1))
    expect(await menus()).toEqual({ 'menu:main': 30, 'menu:side': 1 })
  })

  it('takes several events of one revision in the order in which they were recorded', async () => {
    const { bus, deliver } = handBus()
    await consume(bus)
    const [first, second, third] = [menuChanged('main', 1, 1), menuChanged('main', 1, 2), menuChanged('main', 1, 3)]
    await deliver(first)
    await deliver(third)
    await deliver(second)
    expect([await menus(), handled]).toEqual([{ 'menu:main': 3 }, [1, 3]])
  })

  it('ends in the state of the run in order, whatever is repeated and shuffled (DS5)', async () => {
    const { bus, deliver } = handBus()
    await consume(bus)
    for (const seed of [1, 2, 3]) {
      await sql`truncate menus, effects, inbox, inbox_revisions`.execute(postgres.db)
      const random = seeded(seed)
      const events = Array.from({ length: 200 }, (_, i) => menuChanged(String(i % 15), Math.floor(i / 15) + 1, i))
      const wanted: Record<string, number> = {}
      for (const event of events) wanted[event.subject] = event.data.items as number
      const shuffled = events
        .flatMap((event, i) => [1, 2, 3].map(() => ({ event, at: i + random() * 100 })))
        .sort((a, b) => a.at - b.at)
        .map(({ event }) => event)
      const naive: Record<string, number> = {}
      for (const event of shuffled) naive[event.subject] = event.data.items as number
      for (let i = 0; i < shuffled.length; i += 5) await Promise.all(shuffled.slice(i, i + 5).map((event) => deliver(event)))
      expect(await menus()).toEqual(wanted)
      // The control: the same deliveries without inbox and guard end elsewhere.
      expect(naive).not.toEqual(wanted)
    }
  })

  it('keeps neither inbox row nor effect of a try that fails', async () => {
    const { bus, deliver } = handBus()
    await consume(bus)
    fail = () => new Error('half way')
    const event = menuChanged('main', 1, 5)
    expect(await deliver(event)).toEqual({ settled: 'retried', delayMs: 1 })
    expect([await menus(), await effects()]).toEqual([{}, 0])
    fail = () => undefined
    expect(await deliver(event, 2)).toEqual({ settled: 'acked' })
    expect([await menus(), await effects()]).toEqual([{ 'menu:main': 5 }, 1])
    const { rows } = await sql`select * from inbox_tries`.execute(postgres.db)
    expect(rows).toEqual([])
  })

  it('tries 8 times with growing pauses, then parks the event with its error', async () => {
    const { bus, deliver, copies } = handBus()
    await consume(bus)
    fail = () => new Error('cannot be done\0')
    const event = menuChanged('main', 1, 5)
    const outcomes = []
    for (let attempt = 1; attempt <= 8; attempt++) outcomes.push(await deliver(event, attempt))
    expect(outcomes.map(({ delayMs }) => delayMs)).toEqual([1, 2, 3, 4, 5, 6, 7, undefined])
    expect(outcomes.at(-1)?.settled).toBe('acked')
    expect(handled).toHaveLength(8)
    expect(await letters().list()).toMatchObject([
      { consumer: 'menus', eventId: event.id, type: event.type, event, error: 'cannot be done', attempts: 8, replaying: false },
    ])
    expect(copies).toEqual([{ event, subject: 'typecase.dead.menus', messageId: `dead:menus:${event.id}` }])
  })

  it('parks an event whose tries take the process down, before the ninth', async () => {
    const { bus, deliver } = handBus()
    await consume(bus)
    const event = menuChanged('main', 1, 5)
    for (let attempt = 2; attempt <= 8; attempt++) {
      await sql`insert into inbox_tries as t (consumer, event_id, tries, error) values ('menus', ${event.id}, 2, 'the process ended')
        on conflict (consumer, event_id) do update set tries = t.tries + 1`.execute(postgres.db)
    }
    expect(await deliver(event, 9)).toEqual({ settled: 'acked' })
    expect(handled).toEqual([])
    expect(await letters().list()).toMatchObject([{ eventId: event.id, attempts: 8, error: 'the process ended' }])
  })

  it('counts no failure that is nobody’s fault, and never parks for it', async () => {
    const { bus, deliver } = handBus()
    await consume(bus)
    fail = () => new AppError('unavailable', 'CONTENT_UNAVAILABLE', 'content is away')
    const event = menuChanged('main', 1, 5)
    for (let attempt = 1; attempt <= 20; attempt++) expect((await deliver(event, attempt)).settled).toBe('retried')
    fail = () => undefined
    expect(await deliver(event, 21)).toEqual({ settled: 'acked' })
    expect([await menus(), await letters().list()]).toEqual([{ 'menu:main': 5 }, []])
  })

  it('hands events back while its database is away', async () => {
    const nowhere = openPostgres<Tables>({ url: 'postgres://u:p@127.0.0.1:1/none', schema: 'none', log })
    const { bus, deliver } = handBus()
    const part = await consume(bus, nowhere)
    expect((await deliver(menuChanged('main', 1, 5))).settled).toBe('retried')
    expect((await deliver(menuChanged('main', 1, 5), 30)).settled).toBe('retried')
    expect((await deliver('not an event')).settled).toBe('retried')
    await part.stop()
    running = []
    await nowhere.close()
  })

  it.each([
    ['text', 'not an event'],
    ['null', null],
    ['a number', 42],
    ['an event of no known type', { ...menuChanged('main', 1, 5), type: 'typecase.themes.menu.painted.v1' }],
    ['a version from the future', { ...menuChanged('main', 1, 5), type: 'typecase.themes.menu.changed.v2' }],
    ['data of another form', { ...menuChanged('main', 1, 5), data: { items: 'many\0' } }],
  ])('parks %s at once instead of guessing', async (_, event) => {
    const { bus, deliver } = handBus()
    await consume(bus)
    expect(await deliver(event)).toEqual({ settled: 'acked' })
    expect(await deliver(event)).toEqual({ settled: 'acked' })
    expect(handled).toEqual([])
    expect(await letters().list()).toMatchObject([{ consumer: 'menus', event }])
  })

  it('runs its handler in the trace of the event, as a service', async () => {
    const { bus, deliver } = handBus()
    let context: ReturnType<typeof currentContext> | undefined
    fail = () => void (context = currentContext())
    await consume(bus)
    await deliver(menuChanged('main', 1, 5))
    expect(context).toMatchObject({ actor: { kind: 'service', name: 'menus' } })
    expect(context?.traceparent.split('-')[1]).toBe('0af7651916cd43dd8448eb211c80319c')
  })

  it('refuses a table that names a type twice', () => {
    const once = { types: ['themes.menu.changed'] as const, handle: async () => undefined }
    expect(() => eventConsumer({ bus: handBus().bus, postgres, durable: 'd', log, on: [once, once] })).toThrow(TypeError)
  })

  describe('dead letters', () => {
    it('are tried again on demand and go when that succeeds', async () => {
      const { bus, deliver } = handBus()
      await consume(bus)
      const event = { ...menuChanged('main', 1, 5), type: 'typecase.themes.menu.changed.v1' }
      fail = () => new Error('broken')
      for (let attempt = 1; attempt <= 8; attempt++) await deliver(event, attempt)
      const [letter] = await letters().list()
      expect(await letters().replay(letter?.id ?? '')).toBe(true)
      await eventually(async () => expect(await letters().list()).toMatchObject([{ attempts: 9, replaying: false }]))
      fail = () => undefined
      expect(await letters().replay(letter?.id ?? '')).toBe(true)
      await eventually(async () => expect(await letters().list()).toEqual([]))
      expect([await menus(), await effects()]).toEqual([{ 'menu:main': 5 }, 1])
    })

    it('do not overwrite what came later', async () => {
      const { bus, deliver } = handBus()
      await consume(bus)
      fail = (items) => (items === 1 ? new Error('broken') : undefined)
      const old = menuChanged('main', 1, 1)
      for (let attempt = 1; attempt <= 8; attempt++) await deliver(old, attempt)
      await deliver(menuChanged('main', 2, 2))
      fail = () => undefined
      await letters().replay((await letters().list())[0]?.id ?? '')
      await eventually(async () => expect(await letters().list()).toEqual([]))
      expect(await menus()).toEqual({ 'menu:main': 2 })
    })

    it('can be dropped; an unknown one is reported', async () => {
      const { bus, deliver } = handBus()
      await consume(bus)
      await deliver('rubbish')
      const [letter] = await letters().list()
      expect(await letters().drop(letter?.id ?? '')).toBe(true)
      expect(await letters().drop(letter?.id ?? '')).toBe(false)
      expect(await letters().replay(letter?.id ?? '')).toBe(false)
      expect(await letters().drop('no uuid')).toBe(false)
      expect(await letters().list()).toEqual([])
    })
  })

  it('lets all others pass a poisoned event, on a real bus (DS6)', async () => {
    const bus = localEventBus({ postgres, log, schema: `${home.schema}_bus` })
    fail = (items) => (items === 13 ? new Error('poison') : undefined)
    await consume(bus)
    const copies: unknown[] = []
    await bus.consume({
      durable: 'watcher',
      subjects: ['typecase.dead.>'],
      handle: async (delivery) => {
        copies.push(delivery.event)
        await delivery.ack()
      },
    })
    for (let i = 0; i < 50; i++) await bus.publish(menuChanged(String(i), 1, i))
    await eventually(async () => expect(Object.keys(await menus())).toHaveLength(49))
    await eventually(async () => expect(await letters().list()).toMatchObject([{ attempts: 8, error: 'poison', event: { data: { items: 13 } } }]))
    await eventually(() => expect(copies).toMatchObject([{ data: { items: 13 } }]))
    expect(handled.filter((items) => items === 13)).toHaveLength(8)
    await bus.close()
    await sql`drop schema ${sql.id(`${home.schema}_bus`)} cascade`.execute(postgres.db)
  })
})
