import type { Postgres } from '@typecase/runtime/postgres'
import { type QueryExecutorProvider, sql } from 'kysely'

export interface DeadLetter {
  readonly id: string
  /** The durable consumer, or `outbox` for an event that the bus refused. */
  readonly consumer: string
  readonly eventId: string
  readonly type: string
  readonly event: unknown
  readonly error: string
  readonly attempts: number
  readonly failedAt: Date
  /** A replay was requested and has not run yet. */
  readonly replaying: boolean
}

/** The dead letters of one service, for operators. Needs only a connection to the service's database. */
export function deadLetters<DB>({ db, schema }: Pick<Postgres<DB>, 'db' | 'schema'>) {
  return {
    /** Newest first. */
    list: async ({ limit = 100 }: { readonly limit?: number } = {}): Promise<DeadLetter[]> => {
      const { rows } = await sql<DeadLetter>`
        select id, consumer, event_id as "eventId", type, event, error, attempts, parked_at as "failedAt",
          replay_asked_at is not null as replaying
        from dead_letters order by parked_at desc, id desc limit ${limit}`.execute(db)
      return rows
    },

    /**
     * Requests a replay; false for an unknown id. The process of the consumer applies the event with the
     * usual checks and deletes the letter. An event that the bus refused is published again.
     */
    replay: (id: string): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        if (await returnToOutbox(tx, id)) return true
        const { rows } = await sql`
          update dead_letters set replay_asked_at = now() where id::text = ${id} returning 1`.execute(tx)
        await sql`select pg_notify(${replayChannel(schema)}, '')`.execute(tx)
        return rows.length > 0
      }),

    /** Deletes the letter permanently; false for an unknown id. The event is never applied or published. */
    drop: async (id: string): Promise<boolean> => {
      const { rows } = await sql`delete from dead_letters where id::text = ${id} returning 1`.execute(db)
      return rows.length > 0
    },
  }
}

export const replayChannel = (schema: string): string => `replay_${schema}`

/**
 * Marks the event of an `outbox` letter as unpublished and deletes the letter. False if the letter belongs to
 * a consumer, or the outbox no longer stores the event.
 */
async function returnToOutbox(tx: QueryExecutorProvider, id: string): Promise<boolean> {
  const { rows } = await sql`
    with again as (
      update outbox set published_at = null from dead_letters as letter
      where letter.id::text = ${id} and letter.consumer = 'outbox' and outbox.id::text = letter.event_id
      returning letter.id
    )
    delete from dead_letters where id in (select id from again) returning 1`.execute(tx)
  return rows.length > 0
}
