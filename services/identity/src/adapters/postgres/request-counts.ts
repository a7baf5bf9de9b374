import type { Postgres } from '@typecase/runtime/postgres'
import { sql } from 'kysely'
import type { RequestCounts, RequestWindow } from '../../core/requests/request-counts.ts'
import type { IdentityTables } from './schema.ts'

export const postgresRequestCounts = ({ db }: Pick<Postgres<IdentityTables>, 'db'>): RequestCounts => ({
  async add(counts, now, endsAt) {
    const callers = counts.map(({ caller }) => caller)
    const requests = counts.map((count) => count.requests)
    // Upserts the rows in a fixed order, to avoid deadlocks.
    const { rows } = await sql<RequestWindow>`
      insert into request_windows as known (caller, used, ends_at)
      select caller, requests, ${endsAt}::timestamptz from unnest(${callers}::text[], ${requests}::integer[])
        as reported (caller, requests) order by caller
      on conflict (caller) do update set
        used = case when known.ends_at <= ${now} then excluded.used else known.used + excluded.used end,
        ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
      returning caller, used, ends_at as "endsAt"`.execute(db)
    return rows
  },
})
