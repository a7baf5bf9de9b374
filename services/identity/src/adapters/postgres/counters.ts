import { jsonb } from '@typecase/runtime/postgres'
import type { Transaction } from 'kysely'
import type { Counter } from '../../core/lockout.ts'
import type { IdentityWriter } from '../../core/ports.ts'
import type { IdentityTables, StoredAttempt } from './schema.ts'

/** The upsert makes the row or waits for it, and holds it until the transaction ends: changes of one key stand in line. */
export const changeCounter =
  (tx: Transaction<IdentityTables>): IdentityWriter['changeCounter'] =>
  async (key, at, change) => {
    const { attempts, locked_until } = await tx
      .insertInto('login_counters')
      .values({ key, attempts: jsonb<StoredAttempt[]>([]), locked_until: null, touched_at: at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ touched_at: at }))
      .returning(['attempts', 'locked_until'])
      .executeTakeFirstOrThrow()
    const before: Counter = { attempts: attempts.map(attemptFromStored), lockedUntil: locked_until ?? undefined }
    const result = change(before)
    if (result.counter === before) return result
    await tx
      .updateTable('login_counters')
      .set({ attempts: jsonb(result.counter.attempts.map(toStored)), locked_until: result.counter.lockedUntil ?? null })
      .where('key', '=', key)
      .execute()
    return result
  }

const attemptFromStored = ({ id, at, failed }: StoredAttempt) => ({ id, at: new Date(at), failed })

const toStored = ({ id, at, failed }: { id: string; at: Date; failed: boolean }): StoredAttempt => ({ id, at: at.toISOString(), failed })
