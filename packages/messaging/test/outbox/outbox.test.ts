import { setTimeout as sleep } from 'node:timers/promises'
import { parseEvent } from '@typecase/contracts/events'
import { AppError, anonymous } from '@typecase/kernel'
import { runInContext } from '@typecase/runtime/context'
import { label, testPostgres } from '@typecase/testing/infra'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { recordEvent, recordEvents } from '../../src/outbox/index.ts'
import { listBus, log } from './ledger.ts'
import { eventually, outboxPerTest, source } from './outbox-fixture.ts'

const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('outbox', skip), () => {
  const fixture = outboxPerTest()

  it('publishes a recorded event with the trace of the call', async () => {
    const { bus, published } = listBus()
    await fixture.relay(bus)
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const before = Date.now()
    await runInContext({ requestId: 'r', traceparent, actor: anonymous }, () => fixture.ledger.change('main'))
    const after = Date.now()
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
    expect(Date.parse(event.time)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(event.time)).toBeLessThanOrEqual(after)
    await eventually(async () => expect(await fixture.unpublished()).toBe(0))
  })

  it('logs no warning when it goes idle between batches', async () => {
    const warn = vi.spyOn(log, 'warn')
    const { bus, published } = listBus()
    await fixture.relay(bus)
    for (const menu of ['main', 'other']) {
      await fixture.ledger.change(menu)
      await eventually(() => expect(published.map(({ subject }) => subject)).toContain(`menu:${menu}`))
      await eventually(async () => expect(await fixture.unpublished()).toBe(0))
    }
    await fixture.running.pop()?.stop()
    expect(warn.mock.calls).toEqual([])
    warn.mockRestore()
  })

  it('publishes no event of a rolled back transaction', async () => {
    const { bus, published } = listBus()
    await fixture.relay(bus)
    await expect(fixture.ledger.change('main', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await fixture.ledger.change('other')
    await eventually(() => expect(published.map(({ subject }) => subject)).toEqual(['menu:other']))
  })

  it('rejects an event that violates its schema, which rolls back the transaction', async () => {
    const transaction = fixture.ledger.postgres.db.transaction().execute(async (tx) => {
      await recordEvent(tx, {
        type: 'themes.menu.changed',
        entity: 'menu:x',
        revision: 1,
        data: { items: -1 },
      })
    })
    await expect(transaction).rejects.toThrow('items')
    expect(await fixture.unpublished()).toBe(0)
  })

  it('records many events in order, or none if one is invalid', async () => {
    const { bus, published } = listBus()
    const events = Array.from({ length: 300 }, (_, at) => ({
      type: 'themes.menu.changed' as const,
      entity: `menu:${at % 7}`,
      revision: at + 1,
      data: { items: at },
    }))
    const record = (list: typeof events) =>
      fixture.ledger.postgres.db.transaction().execute((tx) => recordEvents(tx, list))
    await expect(
      record([
        ...events,
        { type: 'themes.menu.changed', entity: 'menu:x', revision: 1, data: { items: -1 } },
      ]),
    ).rejects.toThrow('items')
    await record([])
    expect(await fixture.unpublished()).toBe(0)
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await runInContext({ requestId: 'r', traceparent, actor: anonymous }, () => record(events))
    await fixture.relay(bus)
    await eventually(() => expect(published).toHaveLength(300))
    expect(published.map(({ subject, revision, data }) => ({ entity: subject, revision, data }))).toEqual(
      events.map(({ entity, revision, data }) => ({ entity, revision, data })),
    )
    expect(new Set(published.map((event) => parseEvent(event).traceparent))).toEqual(new Set([traceparent]))
  })

  it('sends one notification for many events', async () => {
    const notifications: string[] = []
    const unlisten = await fixture.ledger.postgres.listen(`outbox_${fixture.ledger.schema}`, () =>
      notifications.push('now'),
    )
    const event = { type: 'themes.menu.changed' as const, entity: 'menu:a', revision: 1, data: { items: 1 } }
    await fixture.ledger.postgres.db.transaction().execute((tx) => recordEvents(tx, [event, event, event]))
    await eventually(() => expect(notifications).toHaveLength(1))
    await sleep(50)
    expect(notifications).toHaveLength(1)
    await unlisten()
  })

  it('publishes immediately after a commit, before its next poll', async () => {
    const { bus, published } = listBus()
    await fixture.relay(bus, { pollMs: 3_600_000 })
    await fixture.ledger.change('warm')
    await eventually(() => expect(published).toHaveLength(1))
    for (let i = 2; i < 7; i++) {
      await sleep(30)
      await fixture.ledger.change('main')
      await eventually(() => expect(published).toHaveLength(i))
    }
  })

  it('deletes published rows after the retention time, but never unpublished ones', async () => {
    await fixture.ledger.change('published')
    await fixture.ledger.change('unpublished')
    await sql`update outbox set occurred_at = now() - interval '30 days'`.execute(fixture.ledger.postgres.db)
    await sql`update outbox set published_at = now() - interval '8 days' where entity = 'menu:published'`.execute(
      fixture.ledger.postgres.db,
    )
    await sql`insert into outbox (id, type, subject, entity, revision, data, traceparent, published_at)
      select gen_random_uuid(), 'themes.menu.changed', 's', 'menu:fresh', 1, '{}', '', now() - interval '6 days'`.execute(
      fixture.ledger.postgres.db,
    )
    await fixture.relay(
      listBus({ errorFor: () => new AppError('unavailable', 'BUS_UNAVAILABLE', 'unavailable') }).bus,
    )
    const remainingRows = async () =>
      (
        await sql<{ entity: string }>`select entity from outbox order by 1`.execute(
          fixture.ledger.postgres.db,
        )
      ).rows
    await eventually(async () =>
      expect(await remainingRows()).toEqual([{ entity: 'menu:fresh' }, { entity: 'menu:unpublished' }]),
    )
  })
})
