import { jsonb } from '@typecase/runtime/postgres'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { type Counter, untouchedCounter } from '../../core/lockout.ts'
import type { IdentityReader, IdentityWriter } from '../../core/ports.ts'
import type { IdentityTables, StoredAttempt } from './schema.ts'

export const counterReader = (db: Kysely<IdentityTables>): Pick<IdentityReader, 'counter'> => ({
  counter: async (key) => {
    const row = await db
      .selectFrom('login_counters')
      .select(['attempts', 'locked_until'])
      .where('key', '=', key)
      .executeTakeFirst()
    return row ? fromRow(row) : untouchedCounter
  },
})

/**
 * The upsert creates the row and locks it until the transaction ends, so changes of one key are serialized.
 */
export const changeCounter =
  (tx: Transaction<IdentityTables>): IdentityWriter['changeCounter'] =>
  async (key, at, change) => {
    const row = await tx
      .insertInto('login_counters')
      .values({ key, attempts: jsonb<StoredAttempt[]>([]), locked_until: null, touched_at: at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ touched_at: at }))
      .returning(['attempts', 'locked_until'])
      .executeTakeFirstOrThrow()
    const before = fromRow(row)
    const result = change(before)
    if (result.counter === before) return result
    await tx
      .updateTable('login_counters')
      .set({
        attempts: jsonb(result.counter.attempts.map(toStored)),
        locked_until: result.counter.lockedUntil ?? null,
      })
      .where('key', '=', key)
      .execute()
    return result
  }

type Row = Pick<Selectable<IdentityTables['login_counters']>, 'attempts' | 'locked_until'>

const fromRow = ({ attempts, locked_until }: Row): Counter => ({
  attempts: attempts.map(attemptFromStored),
  lockedUntil: locked_until ?? undefined,
})

const attemptFromStored = ({ id, at, failed }: StoredAttempt) => ({ id, at: new Date(at), failed })

const toStored = ({ id, at, failed }: { id: string; at: Date; failed: boolean }): StoredAttempt => ({
  id,
  at: at.toISOString(),
  failed,
})
