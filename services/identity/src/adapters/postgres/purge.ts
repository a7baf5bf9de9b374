import { type Kysely, sql } from 'kysely'
import type { IdentityStore } from '../../core/ports.ts'
import type { IdentityTables } from './schema.ts'

/** Rows that another transaction holds are left for the next time. */
export async function purge(
  db: Kysely<IdentityTables>,
  ...[passed, limit]: Parameters<IdentityStore['purge']>
): Promise<number> {
  const drop = async (
    table: 'sessions' | 'login_counters' | 'devices' | 'request_windows',
    column: string,
    until: Date,
  ) => {
    const useless = sql`select ctid from ${sql.table(table)} where ${sql.ref(column)} <= ${until} limit ${limit} for update skip locked`
    const { numAffectedRows } =
      await sql`delete from ${sql.table(table)} where ctid = any(array(${useless}))`.execute(db)
    return Number(numAffectedRows ?? 0)
  }
  return Math.max(
    await drop('sessions', 'expires_at', passed.sessionsExpiredAt),
    await drop('login_counters', 'touched_at', passed.countersTouchedAt),
    await drop('devices', 'used_at', passed.devicesUsedAt),
    await drop('request_windows', 'ends_at', passed.sessionsExpiredAt),
  )
}
