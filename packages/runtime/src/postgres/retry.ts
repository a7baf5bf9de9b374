import { setTimeout as sleep } from 'node:timers/promises'
import type { IsolationLevel, Transaction } from 'kysely'
import { wantsRetry } from './errors.ts'
import type { Postgres } from './open.ts'

export interface RetryOptions {
  /** Default 5. */
  readonly attempts?: number
  readonly isolation?: IsolationLevel
}

/**
 * Runs `work` in a transaction, and again after a serialization failure or a deadlock. `work` must have no
 * effects outside the transaction.
 */
export const transactionWithRetry = <DB, T>(
  { db }: Pick<Postgres<DB>, 'db'>,
  work: (tx: Transaction<DB>) => Promise<T>,
  { attempts, isolation = 'read committed' }: RetryOptions = {},
): Promise<T> => withRetry(() => db.transaction().setIsolationLevel(isolation).execute(work), attempts)

/** Retries work that is one transaction itself, such as a single statement. */
export async function withRetry<T>(work: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!wantsRetry(error) || attempt >= attempts) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}
