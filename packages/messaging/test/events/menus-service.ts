import type { Part } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres, type Postgres } from '@typecase/runtime/postgres'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { deadLetters, type EventBus, eventConsumer } from '../../src/events/index.ts'
import { type OutboxTables, outboxTables } from '../../src/outbox/index.ts'

export interface Tables extends OutboxTables {
  menus: { id: string; items: number }
  effects: { event_id: string }
}

export const log = createLogger('test', 'silent')

/**
 * A small service: it stores the number of items per menu and counts its effects. `fail` makes a handler fail
 * after its writes, so that a partial effect would be visible.
 */
export async function openMenus() {
  const schema = await freshSchema('consumer')
  const postgres = openPostgres<Tables>({ url: schema.url, schema: schema.schema, log })
  await migrate(postgres, {
    '0001-initial': {
      up: async (db: Postgres<Tables>['db']) => {
        await outboxTables(db)
        await sql`create table menus (id text primary key, items bigint not null)`.execute(db)
        await sql`create table effects (event_id text not null)`.execute(db)
      },
    },
  })
  const running: Part[] = []
  const handled: number[] = []
  const service = {
    ...schema,
    postgres,
    handled,
    deadLetters: deadLetters(postgres),
    fail: (_items: number): Error | undefined => undefined,

    async consume(bus: EventBus, db = postgres): Promise<Part> {
      const part = eventConsumer({
        bus,
        postgres: db,
        durable: 'menus',
        log,
        pausesMs: [1, 2, 3, 4, 5, 6, 7],
        on: [
          {
            types: ['themes.menu.changed'],
            handle: async (event, tx) => {
              handled.push(event.data.items)
              await sql`insert into menus (id, items) values (${event.subject}, ${event.data.items})
                on conflict (id) do update set items = excluded.items`.execute(tx)
              await tx.insertInto('effects').values({ event_id: event.id }).execute()
              const error = service.fail(event.data.items)
              if (error) throw error
            },
          },
          {
            types: ['themes.theme.switched'],
            handle: async ({ data }) => void handled.push(data.name.length),
          },
        ],
      })
      running.push(part)
      await part.start()
      return part
    },

    async menus(): Promise<Record<string, number>> {
      const rows = await postgres.db.selectFrom('menus').selectAll().orderBy('id').execute()
      return Object.fromEntries(rows.map(({ id, items }) => [id, items]))
    },

    effects: async (): Promise<number> =>
      (await postgres.db.selectFrom('effects').selectAll().execute()).length,

    async close(): Promise<void> {
      for (const part of running) await part.stop()
      await postgres.close()
      await schema.drop()
    },
  }
  return service
}
