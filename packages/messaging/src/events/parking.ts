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

export interface ParkingOptions<DB extends OutboxTables> {
  readonly bus: EventBus
  readonly postgres: Postgres<DB>
  readonly durable: string
  readonly log: Logger
  readonly metrics: ConsumerMetrics
}

/** Levels of nesting. JSON.stringify and Postgres overflow their stacks on deep JSON, and an event that fails to be parked comes back. */
const maxDepth = 100

/**
 * Puts an event aside for a person to look at: a row in the service's own database, which is what counts, and a copy on
 * the bus for whoever watches. The row holds the event as it came, in JSON even if it is no CloudEvent, unless it is too deep.
 */
export const parking =
  <DB extends OutboxTables>({ bus, postgres, durable, log, metrics }: ParkingOptions<DB>) =>
  async (event: unknown, error: unknown, attempts: number): Promise<void> => {
    const stored = nestsDeeper(event, maxDepth) ? { error: `nested deeper than ${maxDepth} levels` } : event
    const json = JSON.stringify(stored) ?? 'null'
    const { id, type } = outline(event, json)
    await sql`
      with parked as (
        insert into dead_letters (id, consumer, event_id, type, event, error, attempts)
        values (${uuidv7()}, ${durable}, ${id}, ${type}, ${json}::json, ${messageOf(error)}, ${attempts})
        on conflict (consumer, event_id) do update
          set error = excluded.error, attempts = excluded.attempts, parked_at = now()
      )
      delete from inbox_tries where consumer = ${durable} and event_id = ${id}`.execute(postgres.db)
    metrics.parked()
    log.error({ error, eventId: id, type, attempts, durable }, 'an event is parked; see dead letters')
    await copyToBus(bus, durable, stored).catch((failure: unknown) =>
      log.warn({ error: failure, eventId: id }, 'the copy of a parked event could not be published'),
    )
  }

async function copyToBus(bus: EventBus, durable: string, raw: unknown): Promise<void> {
  const { success, data: event } = parseUntrusted(cloudEvent, raw)
  if (!success) return
  await bus.publish(event, { subject: `typecase.dead.${durable}`, messageId: `dead:${durable}:${event.id}` })
}

/** Something to know it by, whatever it is: the same message has the same id when it comes again. */
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
