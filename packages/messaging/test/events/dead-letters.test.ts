import { label, testPostgres } from '@typecase/testing/infra'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localEventBus } from '../../src/events/index.ts'
import { manualBus } from './manual-bus.ts'
import { log, openMenus } from './menus-service.ts'
import { menuChanged } from './themes-events.ts'

const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('dead letters', skip), () => {
  let menus: Awaited<ReturnType<typeof openMenus>>

  beforeEach(async () => {
    menus = await openMenus()
  })
  afterEach(async () => await menus.close())
  const eventually = (check: () => void | Promise<void>) =>
    vi.waitFor(check, { timeout: 8_000, interval: 20 })

  it('are replayed on request and deleted on success', async () => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    const event = { ...menuChanged('main', 1, 5), type: 'typecase.themes.menu.changed.v1' }
    menus.fail = () => new Error('broken')
    for (let attempt = 1; attempt <= 8; attempt++) await deliver(event, attempt)
    const [deadLetter] = await menus.deadLetters.list()
    expect(await menus.deadLetters.replay(deadLetter?.id ?? '')).toBe(true)
    await eventually(async () =>
      expect(await menus.deadLetters.list()).toMatchObject([{ attempts: 9, replaying: false }]),
    )
    menus.fail = () => undefined
    expect(await menus.deadLetters.replay(deadLetter?.id ?? '')).toBe(true)
    await eventually(async () => expect(await menus.deadLetters.list()).toEqual([]))
    expect([await menus.menus(), await menus.effects()]).toEqual([{ 'menu:main': 5 }, 1])
  })

  it('do not overwrite later events when they are replayed', async () => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    menus.fail = (items) => (items === 1 ? new Error('broken') : undefined)
    const old = menuChanged('main', 1, 1)
    for (let attempt = 1; attempt <= 8; attempt++) await deliver(old, attempt)
    await deliver(menuChanged('main', 2, 2))
    menus.fail = () => undefined
    await menus.deadLetters.replay((await menus.deadLetters.list())[0]?.id ?? '')
    await eventually(async () => expect(await menus.deadLetters.list()).toEqual([]))
    expect(await menus.menus()).toEqual({ 'menu:main': 2 })
  })

  it('can be dropped; drop() and replay() return false for an unknown id', async () => {
    const { bus, deliver } = manualBus()
    await menus.consume(bus)
    await deliver('rubbish')
    const [deadLetter] = await menus.deadLetters.list()
    expect(await menus.deadLetters.drop(deadLetter?.id ?? '')).toBe(true)
    expect(await menus.deadLetters.drop(deadLetter?.id ?? '')).toBe(false)
    expect(await menus.deadLetters.replay(deadLetter?.id ?? '')).toBe(false)
    expect(await menus.deadLetters.drop('no uuid')).toBe(false)
    expect(await menus.deadLetters.list()).toEqual([])
  })

  it('do not block other events, on a real bus', async () => {
    const bus = localEventBus({ postgres: menus.postgres, log, schema: `${menus.schema}_bus` })
    menus.fail = (items) => (items === 13 ? new Error('poison') : undefined)
    await menus.consume(bus)
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
    await eventually(async () => expect(Object.keys(await menus.menus())).toHaveLength(49))
    await eventually(async () =>
      expect(await menus.deadLetters.list()).toMatchObject([
        { attempts: 8, error: 'poison', event: { data: { items: 13 } } },
      ]),
    )
    await eventually(() => expect(copies).toMatchObject([{ data: { items: 13 } }]))
    expect(menus.handled.filter((items) => items === 13)).toHaveLength(8)
    await bus.close()
    await sql`drop schema ${sql.id(`${menus.schema}_bus`)} cascade`.execute(menus.postgres.db)
  })
})
