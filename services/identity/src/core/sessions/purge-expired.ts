import { failureLifeMs, lockMs } from '../lockout.ts'
import type { Ports } from '../ports.ts'

/** Rows per statement, so that locks are short. */
const batch = 500
/**
 * Milliseconds until an unused device is deleted. Its cookie expires after one year
 * (contract.md#login-lockout).
 */
const deviceLifeMs = 366 * 24 * 3_600_000

/** Deletes expired sessions, counters and request windows, and devices whose cookie has expired. */
export const purgeExpired =
  ({ store, clock }: Pick<Ports, 'store' | 'clock'>) =>
  async (): Promise<void> => {
    const now = clock().getTime()
    const limits = {
      sessionsExpiredAt: new Date(now),
      countersTouchedAt: new Date(now - Math.max(failureLifeMs, lockMs)),
      devicesUsedAt: new Date(now - deviceLifeMs),
    }
    while ((await store.purge(limits, batch)) === batch);
  }
