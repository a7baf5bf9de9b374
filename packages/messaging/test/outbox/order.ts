/** Checks the order of published events, with a faulty reader as control. */
import type { CloudEvent } from '@typecase/contracts/events'
import type { Postgres } from '@typecase/runtime/postgres'
import { sql } from 'kysely'
import type { Tables } from './ledger.ts'

/** Number of events that follow a newer one of the same subject. */
export function inversions(events: readonly CloudEvent[]): number {
  const last = new Map<string, number>()
  return events.filter(({ subject, revision }) => {
    const isOlder = revision < (last.get(subject) ?? 0)
    last.set(subject, revision)
    return isOlder
  }).length
}

/** Reads the outbox incorrectly: reads only rows above the last position, so it misses late commits. */
export function cursorReader({ db }: Postgres<Tables>) {
  let [last, seen, stopped] = [0, 0, false]
  const reading = (async () => {
    while (!stopped) {
      const { rows } = await sql<{ position: number }>`
        select position from outbox where position > ${last} order by position`.execute(db)
      seen += rows.length
      last = rows.at(-1)?.position ?? last
    }
  })()
  return {
    stop: async () => {
      stopped = true
      await reading
      return seen
    },
  }
}
