import { setTimeout as sleep } from 'node:timers/promises'
import { parseEvent } from '@typecase/contracts/events'
import { AppError, anonymous } from '@typecase/kernel'
import { runInContext } from '@typecase/runtime/context'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Postgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outboxRelay, recordEvent, recordEvents } from '../../src/outbox/index.ts'
import { listBus, log, openLedger, type Tables } from './ledger.ts'

const { skip } = await testPostgres()
const source = '/typecase/themes'
describe.skipIf(skip !== undefined)(label('outbox', skip), () => {
  let ledger: Awaited<ReturnType<typeof openLedger>>
  let running: Part[]
  beforeEach(async () => {
    ledger = await openLedger('outbox')
    running = []
  })
  afterEach(async () => {
    for (const part of running) await part.stop()
    await ledger.close()
  })
  async function relay(
    bus: ReturnType<typeof listBus>['bus'],
    extra: { postgres?: Postgres<Tables>; keepMs?: number; pollMs?: number } = {},
  ) {
    const part = outboxRelay({ postgres: ledger.postgres, bus, source, log, ...extra })
    running.push(part)
    await part.start()
    return part
  }
  const unpublished = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from outbox where published_at is null`.execute(ledger.postgres.db)
    return rows[0]?.count ?? -1
  }
  const eventually = (check: () => void | Promise<void>, timeout = 8_000) =>
    vi.waitFor(check, { timeout, interval: 10 })
  it('publishes a recorded event with the trace of the call', async () => {
    const { bus, published } = listBus()
    await relay(bus)
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await runInContext({ requestId: 'r', traceparent, actor: anonymous }, () => ledger.change('main'))
    await eventually(() => expect(published).toHaveLength(1))
    const event = parseEvent(published[0])
    expect(event).toMatchObject({
      type: 'themes.menu.changed',
      source,
      subject: 'menu:main',
      revision: 1,
      data: { items: 1 },
      traceparent,
    })
    expect(Math.abs(Date.parse(event.time) - Date.now())).toBeLessThan(5_000)
    await eventually(async () => expect(await unpublished()).toBe(0))
  })
  it('rests between batches without a warning', async () => {
    const warn = vi.spyOn(log, 'warn')
    const { bus, published } = listBus()
    await relay(bus)
    for (const menu of ['main', 'other']) {
      await ledger.change(menu)
      await eventually(() => expect(published.map(({ subject }) => subject)).toContain(`menu:${menu}`))
      await eventually(async () => expect(await unpublished()).toBe(0))
    }
    await running.pop()?.stop()
    expect(warn.mock.calls).toEqual([])
    warn.mockRestore()
  })
  it('publishes nothing of a rolled back change', async () => {
    const { bus, published } = listBus()
    await relay(bus)
    await expect(ledger.change('main', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await ledger.change('other')
    await eventually(() => expect(published.map(({ subject }) => subject)).toEqual(['menu:other']))
  })
  it('refuses an event that violates its schema, and the change with it', async () => {
    const wrong = ledger.postgres.db.transaction().execute(async (tx) => {
      await recordEvent(tx, {
        type: 'themes.menu.changed',
        entity: 'menu:x',
        revision: 1,
        data: { items: -1 },
      })
    })
    await expect(wrong).rejects.toThrow('items')
    expect(await unpublished()).toBe(0)
  })
  it('records many events in order, or none', async () => {
    const { bus, published } = listBus()
    const facts = Array.from({ length: 300 }, (_, at) => ({
      type: 'themes.menu.changed' as const,
      entity: `menu:${at % 7}`,
      revision: at + 1,
      data: { items: at },
    }))
    const record = (list: typeof facts) =>
      ledger.postgres.db.transaction().execute((tx) => recordEvents(tx, list))
    await expect(
      record([...facts, { type: 'themes.menu.changed', entity: 'menu:x', revision: 1, data: { items: -1 } }]),
    ).rejects.toThrow('items')
    await record([])
    expect(await unpublished()).toBe(0)
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await runInContext({ requestId: 'r', traceparent, actor: anonymous }, () => record(facts))
    await relay(bus)
    await eventually(() => expect(published).toHaveLength(300))
    expect(published.map(({ subject, revision, data }) => ({ entity: subject, revision, data }))).toEqual(
      facts.map(({ entity, revision, data }) => ({ entity, revision, data })),
    )
    expect(new Set(published.map((event) => parseEvent(event).traceparent))).toEqual(new Set([traceparent]))
  })
  it('sends one notification for many events', async () => {
    const rung: string[] = []
    const unlisten = await ledger.postgres.listen(`outbox_${ledger.schema}`, () => rung.push('now'))
    const fact = { type: 'themes.menu.changed' as const, entity: 'menu:a', revision: 1, data: { items: 1 } }
    await ledger.postgres.db.transaction().execute((tx) => recordEvents(tx, [fact, fact, fact]))
    await eventually(() => expect(rung).toHaveLength(1))
    await sleep(50)
    expect(rung).toHaveLength(1)
    await unlisten()
  })
  it('is woken by a commit before its next poll', async () => {
    const { bus, published } = listBus()
    await relay(bus, { pollMs: 3_600_000 })
    await ledger.change('warm')
    await eventually(() => expect(published).toHaveLength(1))
    for (let i = 2; i < 7; i++) {
      await sleep(30)
      await ledger.change('main')
      await eventually(() => expect(published).toHaveLength(i))
    }
  })
  it('deletes published rows after their retention, and never unpublished ones', async () => {
    await ledger.change('published')
    await ledger.change('unpublished')
    await sql`update outbox set occurred_at = now() - interval '30 days'`.execute(ledger.postgres.db)
    await sql`update outbox set published_at = now() - interval '8 days' where entity = 'menu:published'`.execute(
      ledger.postgres.db,
    )
    await sql`insert into outbox (id, type, subject, entity, revision, data, traceparent, published_at)
      select gen_random_uuid(), 'themes.menu.changed', 's', 'menu:fresh', 1, '{}', '', now() - interval '6 days'`.execute(
      ledger.postgres.db,
    )
    await relay(listBus({ failing: () => new AppError('unavailable', 'BUS_UNAVAILABLE', 'away') }).bus)
    const left = async () =>
      (await sql<{ entity: string }>`select entity from outbox order by 1`.execute(ledger.postgres.db)).rows
    await eventually(async () =>
      expect(await left()).toEqual([{ entity: 'menu:fresh' }, { entity: 'menu:unpublished' }]),
    )
  })
})
