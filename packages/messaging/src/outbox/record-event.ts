import { catalogue, type EventData, type EventType, natsSubject } from '@typecase/contracts/events'
import { currentContext } from '@typecase/runtime/context'
import { uuidv7 } from '@typecase/runtime/postgres'
import { sql, type Transaction } from 'kysely'
import { channelOf } from './channel.ts'
import type { OutboxTables } from './tables.ts'

export interface RecordedEvent<T extends EventType = EventType> {
  readonly type: T
  /** What the event is about: `post:<id>`. */
  readonly entity: string
  /**
   * The entity's revision after the change. Never below that of an earlier event of the entity; several events of one
   * change may share it and count in the order in which they were recorded.
   */
  readonly revision: number
  readonly data: EventData<T>
  /** The NATS subject, when it is not the type's. */
  readonly subject?: string
}

/**
 * Records a fact in the transaction of the change it speaks of: it is published exactly if the change is committed.
 * Id, time and trace are filled in. Change the entity's row before, so that two writers of one entity are in line.
 *
 * @throws ZodError when the data is not of the catalogue's form.
 */
export const recordEvent = <DB extends OutboxTables, T extends EventType>(
  tx: Transaction<DB>,
  event: RecordedEvent<T>,
): Promise<void> => recordEvents(tx, [event])

/**
 * The same for many facts, in their order and in one statement, however many there are: all are recorded or none.
 *
 * @throws ZodError when the data of one is not of the catalogue's form.
 */
export async function recordEvents<DB extends OutboxTables>(
  tx: Transaction<DB>,
  events: readonly RecordedEvent[],
): Promise<void> {
  if (events.length === 0) return
  // Positions are drawn after sorting, so they rise in the order of the array.
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
 * The columns of an event in `outbox`, for a statement that stores it together with other rows. It must insert them in the
 * order of the events and notify the channel of the schema.
 *
 * @throws ZodError when the data is not of the catalogue's form.
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
