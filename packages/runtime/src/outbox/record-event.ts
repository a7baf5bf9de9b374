import { catalogue, type EventData, type EventType, natsSubject } from '@typecase/contracts/events'
import { sql, type Transaction } from 'kysely'
import { currentContext } from '../context/index.ts'
import { jsonb, uuidv7 } from '../postgres/index.ts'
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
export async function recordEvent<DB extends OutboxTables, T extends EventType>(
  tx: Transaction<DB>,
  event: RecordedEvent<T>,
): Promise<void> {
  const data = catalogue[event.type].parse(event.data)
  await sql`
    with recorded as (
      insert into outbox (id, type, subject, entity, revision, data, traceparent, occurred_at)
      values (${uuidv7()}, ${event.type}, ${event.subject ?? natsSubject(event.type)}, ${event.entity},
        ${event.revision}, ${jsonb(data)}, ${currentContext().traceparent}, clock_timestamp())
      returning position
    )
    select pg_notify(${channelOf(sql`current_schema()`)}, '') from recorded`.execute(tx)
}
