import { catalogue, type EventData, type EventType, natsSubject } from '@typecase/contracts/events'
import { currentContext } from '@typecase/runtime/context'
import { uuidv7 } from '@typecase/runtime/postgres'
import { sql, type Transaction } from 'kysely'
import { channelOf } from './channel.ts'
import type { OutboxTables } from './tables.ts'

export interface RecordedEvent<T extends EventType = EventType> {
  readonly type: T
  /** Subject of the CloudEvent: `post:<id>`. */
  readonly entity: string
  /** Revision of the entity after the change, never lower than before. Events of one change may share it. */
  readonly revision: number
  readonly data: EventData<T>
  /** NATS subject; default: derived from the type. */
  readonly subject?: string
}

/**
 * Records an event in the transaction of its change, which commits both or neither. Update the entity's row
 * first: its lock makes concurrent writers record their events in order.
 * @throws ZodError for invalid data
 */
export const recordEvent = <DB extends OutboxTables, T extends EventType>(
  tx: Transaction<DB>,
  event: RecordedEvent<T>,
): Promise<void> => recordEvents(tx, [event])

/** Records many events in order with one statement. @throws ZodError for invalid data */
export async function recordEvents<DB extends OutboxTables>(
  tx: Transaction<DB>,
  events: readonly RecordedEvent[],
): Promise<void> {
  if (events.length === 0) return
  // Positions are assigned after sorting, so they increase in array order.
  await sql`
    with recorded as (
      insert into outbox (id, type, subject, entity, revision, data, traceparent, occurred_at)
      select id, type, subject, entity, revision, data, traceparent, clock_timestamp()
      from rows from (json_to_recordset(${JSON.stringify(events.map(outboxRow))}::json)
        as (id uuid, type text, subject text, entity text, revision bigint, data jsonb, traceparent text))
        with ordinality as event (id, type, subject, entity, revision, data, traceparent, place)
      order by place
      returning position
    )
    select pg_notify(${channelOf(sql`current_schema()`)}, '') from recorded limit 1`.execute(tx)
}

/**
 * Columns of an event in `outbox`, for a statement that also inserts other rows. That statement must insert
 * events in order and notify the channel of the schema.
 * @throws ZodError for invalid data
 */
export const outboxRow = ({ type, subject = natsSubject(type), entity, revision, data }: RecordedEvent) => ({
  id: uuidv7(),
  type,
  subject,
  entity,
  revision,
  data: catalogue[type].parse(data),
  traceparent: currentContext().traceparent,
})
