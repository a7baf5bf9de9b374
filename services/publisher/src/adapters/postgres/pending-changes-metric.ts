import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { gauge } from '@typecase/runtime/telemetry'
import { type Kysely, sql } from 'kysely'
import type { PublisherTables } from './schema.ts'

/** Reports the age of the oldest change while an automatic generation is queued or running; else 0. */
export function pendingChangesMetric(db: Kysely<PublisherTables>, log: Logger, everyMs = 5_000): Part {
  const oldest = gauge(
    'typecase_changes_oldest_pending_seconds',
    'Age of the oldest change that waits for a generation',
  )
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  async function measure(): Promise<void> {
    while (!stopping.signal.aborted) {
      // On errors the last age stays, so that no alert resolves while PostgreSQL is down.
      await oldestPending(db).then(
        (seconds) => oldest.set(seconds),
        (error: unknown) =>
          log.warn({ error }, 'the age of pending changes could not be measured; trying again'),
      )
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    name: 'pending changes',
    async start() {
      running = measure()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function oldestPending(db: Kysely<PublisherTables>): Promise<number> {
  const { seconds } = await db
    .selectFrom('changes')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('generations')
          .select('id')
          .where('trigger', '=', 'event')
          .where('state', 'in', ['queued', 'running']),
      ),
    )
    .select(
      sql<number>`coalesce(greatest(extract(epoch from now() - min(accepted_at)), 0), 0)::float8`.as(
        'seconds',
      ),
    )
    .executeTakeFirstOrThrow()
  return seconds
}
