import type { Part } from '@typecase/runtime/lifecycle'
import type { Postgres } from '@typecase/runtime/postgres'
import { sql } from 'kysely'
import { afterEach, beforeEach, vi } from 'vitest'
import { outboxRelay } from '../../src/outbox/index.ts'
import { type listBus, log, openLedger, type Tables } from './ledger.ts'

export const source = '/typecase/themes'

interface RelayOptions {
  readonly postgres?: Postgres<Tables>
  readonly keepMs?: number
  readonly pollMs?: number
}

/** Opens a ledger with an outbox for each test, and stops its relays afterwards. */
export function outboxPerTest() {
  const fixture = {
    ledger: {} as Awaited<ReturnType<typeof openLedger>>,
    running: [] as Part[],
    async relay(bus: ReturnType<typeof listBus>['bus'], extra: RelayOptions = {}): Promise<Part> {
      const part = outboxRelay({ postgres: fixture.ledger.postgres, bus, source, log, ...extra })
      fixture.running.push(part)
      await part.start()
      return part
    },
    async unpublished(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from outbox where published_at is null`.execute(fixture.ledger.postgres.db)
      return rows[0]?.count ?? -1
    },
  }
  beforeEach(async () => {
    fixture.ledger = await openLedger('outbox')
    fixture.running = []
  })
  afterEach(async () => {
    for (const part of fixture.running) await part.stop()
    await fixture.ledger.close()
  })
  return fixture
}

export const eventually = (check: () => void | Promise<void>, timeout = 8_000) =>
  vi.waitFor(check, { timeout, interval: 10 })
