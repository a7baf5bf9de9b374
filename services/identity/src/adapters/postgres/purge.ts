import { type Kysely, sql } from 'kysely'
import type { IdentityStore } from '../../core/ports.ts'
import type { IdentityTables } from './schema.ts'

/** Deletes expired rows. Skips rows that another transaction has locked; a later run deletes them. */
export async function purge(
  db: Kysely<IdentityTables>,
  ...[limits, limit]: Parameters<IdentityStore['purge']>
): Promise<number> {
  const drop = async (
    table: 'sessions' | 'login_counters' | 'devices' | 'request_windows',
    column: string,
    until: Date,
  ) => {
    const expired = sql`select ctid from ${sql.table(table)} where ${sql.ref(column)} <= ${until} limit ${limit} for update skip locked`
    const { numAffectedRows } =
      await sql`delete from ${sql.table(table)} where ctid = any(array(${expired}))`.execute(db)
    return Number(numAffectedRows ?? 0)
  }
  return Math.max(
    await drop('sessions', 'expires_at', limits.sessionsExpiredAt),
    await drop('login_counters', 'touched_at', limits.countersTouchedAt),
    await drop('devices', 'used_at', limits.devicesUsedAt),
    await drop('request_windows', 'ends_at', limits.sessionsExpiredAt),
  )
}
