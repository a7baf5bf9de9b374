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

/** A ledger with an outbox for each test, and relays that stop after it. */
export function outboxOfEachTest() {
  const each = {
    ledger: {} as Awaited<ReturnType<typeof openLedger>>,
    running: [] as Part[],
    async relay(bus: ReturnType<typeof listBus>['bus'], extra: RelayOptions = {}): Promise<Part> {
      const part = outboxRelay({ postgres: each.ledger.postgres, bus, source, log, ...extra })
      each.running.push(part)
      await part.start()
      return part
    },
    async unpublished(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from outbox where published_at is null`.execute(each.ledger.postgres.db)
      return rows[0]?.count ?? -1
    },
  }
  beforeEach(async () => {
    each.ledger = await openLedger('outbox')
    each.running = []
  })
  afterEach(async () => {
    for (const part of each.running) await part.stop()
    await each.ledger.close()
  })
  return each
}

export const eventually = (check: () => void | Promise<void>, timeout = 8_000) =>
  vi.waitFor(check, { timeout, interval: 10 })
