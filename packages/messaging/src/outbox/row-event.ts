import { type CloudEvent, type EventType, wireType } from '@typecase/contracts/events'
import { beginSpan } from '@typecase/runtime/tracing'
import type { OutboxRow } from './rows.ts'

export const spanOf = (row: OutboxRow) =>
  beginSpan(`publish ${row.type}`, 'producer', row.traceparent, { 'messaging.message.id': row.id })
export const cloudEventOf = (row: OutboxRow, source: string): CloudEvent => ({
  specversion: '1.0',
  id: row.id,
  source,
  type: wireType(row.type as EventType),
  subject: row.entity,
  time: row.occurred_at.toISOString(),
  datacontenttype: 'application/json',
  traceparent: row.traceparent,
  revision: row.revision,
  data: row.data,
})
