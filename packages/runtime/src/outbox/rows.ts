import type { CloudEvent } from '@typecase/contracts/events'
import type { BusExtent } from '../events/bus.ts'
import { type DedicatedConnection, uuidv7 } from '../postgres/index.ts'

export interface OutboxRow {
  readonly position: number
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly entity: string
  readonly revision: number
  readonly data: Record<string, unknown>
  readonly traceparent: string
  readonly occurred_at: Date
}

/** What the relay reads and writes, over the connection that holds its lease. */
export function outboxRows({ query }: DedicatedConnection) {
  return {
    oldestUnpublished: (limit: number) =>
      query<OutboxRow>(
        `select position, id, type, subject, entity, revision, data, traceparent, occurred_at
         from outbox where published_at is null order by position limit $1`,
        [limit],
      ),

    markPublished: async (positions: readonly number[]) => {
      await query('update outbox set published_at = now() where position = any($1::bigint[])', [positions])
    },

    backlog: async () => {
      const [row] = await query<{ unpublished: number; oldest_seconds: number }>(
        `select count(*) as unpublished,
           coalesce(extract(epoch from clock_timestamp() - min(occurred_at)), 0)::float8 as oldest_seconds
         from outbox where published_at is null`,
      )
      return row ?? { unpublished: 0, oldest_seconds: 0 }
    },

    knownExtent: async () => (await query<BusExtent & { one: true }>('select epoch, sequence from outbox_bus'))[0],

    rememberExtent: async ({ epoch, sequence }: BusExtent) => {
      await query(
        `insert into outbox_bus (epoch, sequence) values ($1, $2)
         on conflict (one) do update set epoch = excluded.epoch, sequence = excluded.sequence`,
        [epoch, sequence],
      )
    },

    /** One statement, so that the new extent is known exactly if the rows wait again. */
    unpublishAll: async ({ epoch, sequence }: BusExtent) => {
      const [row] = await query<{ count: number }>(
        `with known as (update outbox_bus set epoch = $1, sequence = $2),
           again as (update outbox set published_at = null where published_at is not null returning 1)
         select count(*) as count from again`,
        [epoch, sequence],
      )
      return row?.count ?? 0
    },

    /** Parked and marked in one statement, so that a replay of the letter is never undone by the mark. */
    park: async (event: CloudEvent, error: Error) => {
      await query(
        `with letter as (
           insert into dead_letters (id, consumer, event_id, type, event, error, attempts)
           values ($1, 'outbox', $2::text, $3, $4, $5, 1) on conflict (consumer, event_id) do nothing
         )
         update outbox set published_at = now() where id = $2::uuid`,
        [uuidv7(), event.id, event.type, JSON.stringify(event), error.message],
      )
    },

    purge: async (keepMs: number) => {
      for (let removed = 1; removed > 0; ) {
        const rows = await query(
          `delete from outbox where position in (
             select position from outbox where published_at < now() - $1 * interval '1 millisecond' limit 1000
           ) returning 1`,
          [keepMs],
        )
        removed = rows.length
      }
    },
  }
}
