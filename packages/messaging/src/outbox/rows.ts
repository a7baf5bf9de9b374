import type { CloudEvent } from '@typecase/contracts/events'
import { type DedicatedConnection, uuidv7 } from '@typecase/runtime/postgres'
import type { BusExtent } from '../events/bus.ts'

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

type Query = DedicatedConnection['query']

/** Queries of the relay, on the connection that holds its lease. */
export function outboxRows({ query }: DedicatedConnection) {
  return {
    unpublished: (limit: number) => unpublished(query, limit),
    markPublished: (positions: readonly number[], extent: BusExtent | undefined) =>
      markPublished(query, positions, extent),
    backlog: () => backlog(query),
    storeExtent: (extent: BusExtent) => storeExtent(query, extent),
    unpublishAll: (extent: BusExtent) => unpublishAll(query, extent),
    deadLetter: (event: CloudEvent, error: Error) => deadLetter(query, event, error),
    purge: (keepMs: number) => purge(query, keepMs),
  }
}

/** The first unpublished rows, and the last stored extent of the bus: epoch and last sequence number. */
async function unpublished(
  query: Query,
  limit: number,
): Promise<{ readonly known: BusExtent | undefined; readonly rows: readonly OutboxRow[] }> {
  const found = await query<OutboxRow & { bus: BusExtent | null }>(
    `select waiting.*, bus.extent as bus
     from (select) as one
     left join (
       select json_build_object('epoch', epoch, 'sequence', sequence) as extent from outbox_bus
     ) as bus on true
     left join (
       select position, id, type, subject, entity, revision, data, traceparent, occurred_at
       from outbox where published_at is null order by position limit $1
     ) as waiting on true
     order by waiting.position`,
    [limit],
  )
  return { known: found[0]?.bus ?? undefined, rows: found.filter(({ position }) => position !== null) }
}

/** Also stores `extent`, if given. Not fsynced: after a server crash the rows are published again. */
async function markPublished(
  query: Query,
  positions: readonly number[],
  extent: BusExtent | undefined,
): Promise<void> {
  await query(
    `with known as (
       insert into outbox_bus (epoch, sequence) select $2::text, $3::bigint where $2::text is not null
       on conflict (one) do update set epoch = excluded.epoch, sequence = excluded.sequence
     ), async as materialized (select set_config('synchronous_commit', 'off', true))
     update outbox set published_at = now() from async where position = any($1::bigint[])`,
    [positions, extent?.epoch ?? null, extent?.sequence ?? null],
  )
}

async function backlog(query: Query) {
  const [row] = await query<{ unpublished: number; oldest_seconds: number }>(
    `select count(*) as unpublished,
       coalesce(extract(epoch from clock_timestamp() - min(occurred_at)), 0)::float8 as oldest_seconds
     from outbox where published_at is null`,
  )
  return row ?? { unpublished: 0, oldest_seconds: 0 }
}

async function storeExtent(query: Query, { epoch, sequence }: BusExtent): Promise<void> {
  await query(
    `insert into outbox_bus (epoch, sequence) values ($1, $2)
     on conflict (one) do update set epoch = excluded.epoch, sequence = excluded.sequence`,
    [epoch, sequence],
  )
}

/** One statement, so that it stores the extent and marks the rows as unpublished, or does neither. */
async function unpublishAll(query: Query, { epoch, sequence }: BusExtent): Promise<number> {
  const [row] = await query<{ count: number }>(
    `with known as (update outbox_bus set epoch = $1, sequence = $2),
       again as (update outbox set published_at = null where published_at is not null returning 1)
     select count(*) as count from again`,
    [epoch, sequence],
  )
  return row?.count ?? 0
}

/** One statement. With two, marking the row as published could undo a replay between them. */
async function deadLetter(query: Query, event: CloudEvent, error: Error): Promise<void> {
  await query(
    `with letter as (
       insert into dead_letters (id, consumer, event_id, type, event, error, attempts)
       values ($1, 'outbox', $2::text, $3, $4, $5, 1) on conflict (consumer, event_id) do nothing
     )
     update outbox set published_at = now() where id = $2::uuid`,
    [uuidv7(), event.id, event.type, JSON.stringify(event), error.message],
  )
}

/** Does not delete events that have a dead letter, because a replay of the letter publishes them. */
async function purge(query: Query, keepMs: number): Promise<void> {
  for (let removed = 1; removed > 0; ) {
    const rows = await query(
      `delete from outbox where position in (
         select position from outbox where published_at < now() - $1 * interval '1 millisecond'
           and not exists (
             select from dead_letters where consumer = 'outbox' and event_id = outbox.id::text
           ) limit 1000
       ) returning 1`,
      [keepMs],
    )
    removed = rows.length
  }
}
