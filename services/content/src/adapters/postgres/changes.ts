import { type Kysely, sql } from 'kysely'
import type { ChangeFeed, ItemChange } from '../../core/changes.ts'
import type { ContentTables } from './schema.ts'

const batch = 1_000

/**
 * Changes by the transactions that made them. A cursor is the oldest transaction that still ran when it was given: all
 * before it had ended and were seen, so what was changed by it or a later one is all that can be new. A position in a
 * sequence could not promise that, for a lower one may be committed after a higher.
 */
export const postgresChangeFeed = (db: Kysely<ContentTables>): ChangeFeed => ({
  async *since(cursor) {
    const from = parse(cursor)
    const { rows } = await sql<ItemChange & { readonly history: string; readonly oldest: string }>`
      with history as (
        select (select system_identifier from pg_control_system())::text as history,
          pg_snapshot_xmin(pg_current_snapshot())::text as oldest
      )
      select history, oldest, c.item_type as type, c.item_id as id, c.revision, c.deleted
      from history left join changes c
        on ${from.history} <> history or oldest::xid8 < ${from.transaction}::xid8 or c.changed_in >= ${from.transaction}::xid8`.execute(db)
    const changes = rows.filter(({ id }) => id !== null).map(({ type, id, revision, deleted }) => ({ type, id, revision, deleted }))
    for (let at = 0; at + batch < changes.length; at += batch) yield { changes: changes.slice(at, at + batch) }
    const [first] = rows
    yield {
      changes: changes.slice(changes.length === 0 ? 0 : Math.floor((changes.length - 1) / batch) * batch),
      cursor: `${first?.history}:${first?.oldest}`,
    }
  },
})

/** A cursor of this database cluster, else one that is before all. */
function parse(cursor: string | undefined): { history: string; transaction: string } {
  const [, history, transaction] = /^(\d{1,20}):(\d{1,19})$/.exec(cursor ?? '') ?? []
  return history && transaction ? { history, transaction } : { history: '', transaction: '0' }
}
