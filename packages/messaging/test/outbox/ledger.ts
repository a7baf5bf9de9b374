import type { CloudEvent } from '@typecase/contracts/events'
import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres, type Postgres } from '@typecase/runtime/postgres'
import { freshSchema } from '@typecase/testing/postgres'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { EventBus } from '../../src/events/index.ts'
import { type OutboxTables, outboxTables, recordEvent } from '../../src/outbox/index.ts'

export interface Tables extends OutboxTables {
  menus: { id: string; revision: number }
}

export const log = createLogger('test', 'silent')

/** A small service that stores menus with a revision and records an event for each change. */
export async function openLedger(name: string) {
  const schema = await freshSchema(name)
  const open = (extra = {}): Postgres<Tables> =>
    openPostgres<Tables>({ url: schema.url, schema: schema.schema, log, maxConnections: 20, ...extra })
  const postgres = open()
  await migrate(postgres, {
    '0001-initial': {
      up: async (db: Postgres<Tables>['db']) => {
        await outboxTables(db)
        await sql`create table menus (id text primary key, revision bigint not null)`.execute(db)
      },
    },
  })
  return {
    ...schema,
    postgres,
    open,
    /** Changes the menu and records the event; returns the revision. */
    change: (id: string, beforeCommit: (tx: Transaction<Tables>) => Promise<void> = async () => undefined) =>
      postgres.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ revision: number }>`
          insert into menus (id, revision) values (${id}, 1)
          on conflict (id) do update set revision = menus.revision + 1 returning revision`.execute(tx)
        const revision = rows[0]?.revision ?? 0
        await recordEvent(tx, {
          type: 'themes.menu.changed',
          entity: `menu:${id}`,
          revision,
          data: { items: revision },
        })
        await beforeCommit(tx)
        return revision
      }),
    close: async () => {
      await postgres.close()
      await schema.drop()
    },
  }
}

/** A bus that collects published events in a list. It fails with the error that `errorFor` returns. */
export function listBus(
  options: { errorFor?: (event: CloudEvent) => Error | undefined; delayMs?: () => number } = {},
) {
  const published: CloudEvent[] = []
  const extent = { epoch: 'first', sequence: 0 }
  const bus: EventBus = {
    publish: async (event) => {
      const delayMs = options.delayMs?.() ?? 0
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      const error = options.errorFor?.(event)
      if (error) throw error
      published.push(event)
      extent.sequence++
    },
    consume: () => Promise.reject(new Error('this bus has no consumers')),
    extent: async () => ({ ...extent }),
    ping: async () => undefined,
    close: async () => undefined,
  }
  return { bus, published, extent }
}
