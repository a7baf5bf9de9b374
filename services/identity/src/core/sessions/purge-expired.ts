import { failureLifeMs, lockMs } from '../lockout.ts'
import type { Ports } from '../ports.ts'

/** Rows deleted at a time: short transactions, short locks. */
const batch = 500
/** Milliseconds for which an unused device is known: its cookie lives one year (contract.md#login-lockout). */
const deviceLifeMs = 366 * 24 * 3_600_000

/** Deletes what can have no effect any more: expired sessions, counters that count nothing, devices nobody can name. */
export const purgeExpired =
  ({ store, clock }: Pick<Ports, 'store' | 'clock'>) =>
  async (): Promise<void> => {
    const now = clock().getTime()
    const passed = {
      sessionsExpiredAt: new Date(now),
      countersTouchedAt: new Date(now - Math.max(failureLifeMs, lockMs)),
      devicesUsedAt: new Date(now - deviceLifeMs),
    }
    while ((await store.purge(passed, batch)) === batch);
  }
