import { createHash } from 'node:crypto'
import { cloudEvent } from '@typecase/contracts/events'
import { parseUntrusted } from '@typecase/contracts/parse-untrusted'
import { nestsDeeper } from '@typecase/kernel'
import type { Logger } from '@typecase/runtime/log'
import { type Postgres, uuidv7 } from '@typecase/runtime/postgres'
import { sql } from 'kysely'
import type { OutboxTables } from '../outbox/tables.ts'
import type { EventBus } from './bus.ts'
import type { ConsumerMetrics } from './consumer-metrics.ts'
import { messageOf } from './errors.ts'

export interface DeadLetterWriterOptions<DB extends OutboxTables> {
  readonly bus: EventBus
  readonly postgres: Postgres<DB>
  readonly durable: string
  readonly log: Logger
  readonly metrics: ConsumerMetrics
}

/** Maximum nesting of a stored event. Deeper JSON overflows the stack of JSON.stringify and of Postgres. */
const maxDepth = 100

/**
 * Stores an event as a dead letter and publishes a copy for monitoring. The row holds the event as received;
 * an event that nests too deeply is replaced by an error note.
 */
export const deadLetterWriter =
  <DB extends OutboxTables>({ bus, postgres, durable, log, metrics }: DeadLetterWriterOptions<DB>) =>
  async (event: unknown, error: unknown, attempts: number): Promise<void> => {
    const stored = nestsDeeper(event, maxDepth) ? { error: `nested deeper than ${maxDepth} levels` } : event
    const json = JSON.stringify(stored) ?? 'null'
    const { id, type } = outline(event, json)
    await sql`
      with stored as (
        insert into dead_letters (id, consumer, event_id, type, event, error, attempts)
        values (${uuidv7()}, ${durable}, ${id}, ${type}, ${json}::json, ${messageOf(error)}, ${attempts})
        on conflict (consumer, event_id) do update
          set error = excluded.error, attempts = excluded.attempts, parked_at = now()
      )
      delete from inbox_tries where consumer = ${durable} and event_id = ${id}`.execute(postgres.db)
    metrics.deadLettered()
    log.error({ error, eventId: id, type, attempts, durable }, 'an event became a dead letter')
    await copyToBus(bus, durable, stored).catch((failure: unknown) =>
      log.warn({ error: failure, eventId: id }, 'the copy of a dead letter could not be published'),
    )
  }

async function copyToBus(bus: EventBus, durable: string, raw: unknown): Promise<void> {
  const { success, data: event } = parseUntrusted(cloudEvent, raw)
  if (!success) return
  await bus.publish(event, { subject: `typecase.dead.${durable}`, messageId: `dead:${durable}:${event.id}` })
}

/** Id and type of any message. The SHA-256 of the JSON replaces a missing id, so that redeliveries match. */
function outline(event: unknown, json: string): { id: string; type: string } {
  const { id, type } = (typeof event === 'object' && event !== null ? event : {}) as Record<string, unknown>
  return {
    id:
      typeof id === 'string' && id !== ''
        ? id.replaceAll('\0', '').slice(0, 200)
        : createHash('sha256').update(json).digest('hex'),
    type: typeof type === 'string' ? type.replaceAll('\0', '').slice(0, 200) : 'unknown',
  }
}
