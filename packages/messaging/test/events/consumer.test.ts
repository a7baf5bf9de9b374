import { AppError } from '@typecase/kernel'
import { currentContext } from '@typecase/runtime/context'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventConsumer } from '../../src/events/index.ts'
import { manualBus } from './manual-bus.ts'
import { log, openMenus, type Tables } from './menus-service.ts'
import { menuChanged, seeded } from './themes-events.ts'

const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('event consumer', skip), () => {
  let menus: Awaited<ReturnType<typeof openMenus>>

  beforeEach(async () => {
    menus = await openMenus()
  })
  afterEach(async () => await menus.close())

  it('subscribes to the subjects of its event types', async () => {
    const { bus, subjects } = manualBus()
    await menus.consume(bus)
    expect(subjects()).toEqual(['typecase.themes.menu.changed', 'typecase.themes.theme.switched'])
  })

  it('applies and acknowledges an event, and ignores duplicates', async () => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    const event = menuChanged('main', 1, 5)
    expect(await deliver(event)).toEqual({ result: 'acked' })
    expect(await deliver(event)).toEqual({ result: 'acked' })
    expect(await deliver(event, 2)).toEqual({ result: 'acked' })
    expect([await menus.menus(), await menus.effects(), menus.handled]).toEqual([{ 'menu:main': 5 }, 1, [5]])
  })

  it('applies an event once when two replicas receive it at the same time', async () => {
    const [first, second] = [manualBus(), manualBus()]
    await menus.consume(first.bus)
    await menus.consume(second.bus)
    const events = Array.from({ length: 20 }, (_, i) => menuChanged(String(i), 1, i))
    const outcomes = await Promise.all(
      events.flatMap((event) => [first.deliver(event), second.deliver(event)]),
    )
    expect(outcomes.every(({ result }) => result === 'acked')).toBe(true)
    expect(await menus.effects()).toBe(20)
  })

  it('never applies an event that is older than the last one of the same entity', async () => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    await deliver(menuChanged('main', 3, 30))
    await deliver(menuChanged('main', 2, 20))
    await deliver(menuChanged('side', 1, 1))
    expect(await menus.menus()).toEqual({ 'menu:main': 30, 'menu:side': 1 })
  })

  it('skips an event recorded before the last applied event of the same revision', async () => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    const [first, second, third] = [
      menuChanged('main', 1, 1),
      menuChanged('main', 1, 2),
      menuChanged('main', 1, 3),
    ]
    await deliver(first)
    await deliver(third)
    await deliver(second)
    expect([await menus.menus(), menus.handled]).toEqual([{ 'menu:main': 3 }, [1, 3]])
  })

  it('reaches the same state from duplicated and reordered events as from ordered ones', async () => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    for (const seed of [1, 2, 3]) {
      await sql`truncate menus, effects, inbox, inbox_revisions`.execute(menus.postgres.db)
      const random = seeded(seed)
      const events = Array.from({ length: 200 }, (_, i) =>
        menuChanged(String(i % 15), Math.floor(i / 15) + 1, i),
      )
      const expected: Record<string, number> = {}
      for (const event of events) expected[event.subject] = event.data.items as number
      const shuffled = events
        .flatMap((event, i) => [1, 2, 3].map(() => ({ event, at: i + random() * 100 })))
        .sort((a, b) => a.at - b.at)
        .map(({ event }) => event)
      const withoutInbox: Record<string, number> = {}
      for (const event of shuffled) withoutInbox[event.subject] = event.data.items as number
      for (let i = 0; i < shuffled.length; i += 5)
        await Promise.all(shuffled.slice(i, i + 5).map((event) => deliver(event)))
      expect(await menus.menus()).toEqual(expected)
      // Control: without the inbox, the same deliveries reach another state.
      expect(withoutInbox).not.toEqual(expected)
    }
  })

  it('rolls back the inbox row and the effect of a failed attempt', async () => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    menus.fail = () => new Error('half way')
    const event = menuChanged('main', 1, 5)
    expect(await deliver(event)).toEqual({ result: 'retried', delayMs: 1 })
    expect([await menus.menus(), await menus.effects()]).toEqual([{}, 0])
    menus.fail = () => undefined
    expect(await deliver(event, 2)).toEqual({ result: 'acked' })
    expect([await menus.menus(), await menus.effects()]).toEqual([{ 'menu:main': 5 }, 1])
    const { rows } = await sql`select * from inbox_tries`.execute(menus.postgres.db)
    expect(rows).toEqual([])
  })

  it('makes 8 attempts with growing delays, then stores a dead letter with the error', async () => {
    const { bus, deliver, copies } = manualBus()
    await menus.consume(bus)
    menus.fail = () => new Error('cannot be done\0')
    const event = menuChanged('main', 1, 5)
    const outcomes = []
    for (let attempt = 1; attempt <= 8; attempt++) outcomes.push(await deliver(event, attempt))
    expect(outcomes.map(({ delayMs }) => delayMs)).toEqual([1, 2, 3, 4, 5, 6, 7, undefined])
    expect(outcomes.at(-1)?.result).toBe('acked')
    expect(menus.handled).toHaveLength(8)
    expect(await menus.deadLetters.list()).toMatchObject([
      {
        consumer: 'menus',
        eventId: event.id,
        type: event.type,
        event,
        error: 'cannot be done',
        attempts: 8,
        replaying: false,
      },
    ])
    expect(copies).toEqual([{ event, subject: 'typecase.dead.menus', messageId: `dead:menus:${event.id}` }])
  })

  it('dead-letters an event nested 100,000 levels deep, which JSON.stringify cannot serialize', async () => {
    const { bus, deliver, copies } = manualBus()
    await menus.consume(bus)
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    const event = { ...menuChanged('main', 1, 5), data: deep }
    expect(await deliver(event)).toEqual({ result: 'acked' })
    expect(await menus.deadLetters.list()).toMatchObject([
      { eventId: event.id, type: event.type, event: { error: 'nested deeper than 100 levels' } },
    ])
    expect(copies).toEqual([])
  })

  it('dead-letters an event that crashed the process in 8 attempts, without a ninth', async () => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    const event = menuChanged('main', 1, 5)
    for (let attempt = 2; attempt <= 8; attempt++) {
      await sql`insert into inbox_tries as t (consumer, event_id, tries, error) values ('menus', ${event.id}, 2, 'the process ended')
        on conflict (consumer, event_id) do update set tries = t.tries + 1`.execute(menus.postgres.db)
    }
    expect(await deliver(event, 9)).toEqual({ result: 'acked' })
    expect(menus.handled).toEqual([])
    expect(await menus.deadLetters.list()).toMatchObject([
      { eventId: event.id, attempts: 8, error: 'the process ended' },
    ])
  })

  it('retries without a limit while a dependency is unavailable', async () => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    menus.fail = () => new AppError('unavailable', 'CONTENT_UNAVAILABLE', 'content is unavailable')
    const event = menuChanged('main', 1, 5)
    for (let attempt = 1; attempt <= 20; attempt++)
      expect((await deliver(event, attempt)).result).toBe('retried')
    menus.fail = () => undefined
    expect(await deliver(event, 21)).toEqual({ result: 'acked' })
    expect([await menus.menus(), await menus.deadLetters.list()]).toEqual([{ 'menu:main': 5 }, []])
  })

  it('retries events while its database is down', async () => {
    const unreachable = openPostgres<Tables>({ url: 'postgres://u:p@127.0.0.1:1/none', schema: 'none', log })
    const { bus, deliver } = manualBus()
    const part = await menus.consume(bus, unreachable)
    expect((await deliver(menuChanged('main', 1, 5))).result).toBe('retried')
    expect((await deliver(menuChanged('main', 1, 5), 30)).result).toBe('retried')
    expect((await deliver('not an event')).result).toBe('retried')
    await part.stop()
    await unreachable.close()
  })

  it.each([
    ['text', 'not an event'],
    ['null', null],
    ['a number', 42],
    ['an unknown event type', { ...menuChanged('main', 1, 5), type: 'typecase.themes.menu.painted.v1' }],
    ['a future version', { ...menuChanged('main', 1, 5), type: 'typecase.themes.menu.changed.v2' }],
    ['invalid data', { ...menuChanged('main', 1, 5), data: { items: 'many\0' } }],
  ])('dead-letters %s immediately', async (_, event) => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    expect(await deliver(event)).toEqual({ result: 'acked' })
    expect(await deliver(event)).toEqual({ result: 'acked' })
    expect(menus.handled).toEqual([])
    expect(await menus.deadLetters.list()).toMatchObject([{ consumer: 'menus', event }])
  })

  it('runs its handler in the trace of the event, with the service as the actor', async () => {
    const { bus, deliver } = manualBus()
    let context: ReturnType<typeof currentContext> | undefined
    menus.fail = () => {
      context = currentContext()
      return undefined
    }
    await menus.consume(bus)
    await deliver(menuChanged('main', 1, 5))
    expect(context).toMatchObject({ actor: { kind: 'service', name: 'menus' } })
    expect(context?.traceparent.split('-')[1]).toBe('0af7651916cd43dd8448eb211c80319c')
  })

  it('runs a `repeat` reaction without holding a database connection, then records the event', async () => {
    const { bus, deliver } = manualBus()
    const { url, schema } = menus
    const postgres = openPostgres<Tables>({ url, schema, log, maxConnections: 1 })
    let fails = 1
    const repeat = async () => {
      await sql`insert into effects (event_id) values ('repeated')`.execute(postgres.db)
      if (fails-- > 0) throw new Error('this time')
    }
    const part = eventConsumer({
      bus,
      postgres,
      durable: 'repeat',
      log,
      on: [{ types: ['themes.menu.changed'], repeat }],
    })
    await part.start()
    const event = menuChanged('main', 2, 5)
    const outcomes = []
    for (const [delivered, attempt] of [
      [event, 1],
      [event, 2],
      [event, 3],
      [menuChanged('main', 1, 4), 1],
    ] as const)
      outcomes.push((await deliver(delivered, attempt)).result)
    expect(outcomes).toEqual(['retried', 'acked', 'acked', 'acked'])
    expect(await menus.effects()).toBe(3)
    await part.stop()
    await postgres.close()
  })

  it('rejects two reactions to one event type, and a reaction without a handler', () => {
    const start = (on: object) => () =>
      eventConsumer({ bus: manualBus().bus, postgres: menus.postgres, durable: 'd', log, on: [on] as never })
    expect(start({ types: ['themes.menu.changed'] })).toThrow(TypeError)
    const reaction = { types: ['themes.menu.changed'] as const, handle: async () => undefined }
    expect(() =>
      eventConsumer({
        bus: manualBus().bus,
        postgres: menus.postgres,
        durable: 'd',
        log,
        on: [reaction, reaction],
      }),
    ).toThrow(TypeError)
  })
})
