import { type Kysely, sql } from 'kysely'
import type { ChangeFeed, ItemChange } from '../../core/changes.ts'
import type { ContentTables } from './schema.ts'

const batch = 1_000

/**
 * A cursor names the oldest transaction that was running when the cursor was issued: every later change
 * belongs to that transaction or to a newer one. A sequence has no such guarantee, because a lower position
 * may commit after a higher one.
 */
export const postgresChangeFeed = (db: Kysely<ContentTables>): ChangeFeed => ({
  async *since(cursor) {
    const { history, changes, oldest } = await read(db, cursor)
    const last = changes.length === 0 ? 0 : Math.floor((changes.length - 1) / batch) * batch
    for (let at = 0; at < last; at += batch) yield { changes: changes.slice(at, at + batch) }
    yield { changes: changes.slice(last), cursor: `${history}:${oldest}` }
  },
})

interface Answer {
  /** Identifies the database cluster: a restored copy has its own transaction numbers. */
  readonly history: string
  readonly oldest: string
  readonly changes: readonly ItemChange[]
}

async function read(db: Kysely<ContentTables>, cursor: string | undefined): Promise<Answer> {
  const [, history = '', transaction = '0'] = /^(\d{1,20}):(\d{1,19})$/.exec(cursor ?? '') ?? []
  const answer = await changedSince(db, transaction)
  const isContinued = answer.history === history && BigInt(answer.oldest) >= BigInt(transaction)
  return isContinued || transaction === '0' ? answer : changedSince(db, '0')
}

/** One statement: the rows and the oldest transaction must be of one snapshot. */
async function changedSince(db: Kysely<ContentTables>, transaction: string): Promise<Answer> {
  const { rows } = await sql<
    Omit<ItemChange, 'id'> & Omit<Answer, 'changes'> & { readonly id: string | null }
  >`
    select (select system_identifier from pg_control_system())::text as history,
      pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
      c.item_type as type, c.item_id as id, c.revision, c.deleted
    from (select) as one left join changes c on c.changed_in >= ${transaction}::xid8`.execute(db)
  const [first] = rows
  if (!first) throw new Error('a left join from one row returned no rows')
  const changes = rows.flatMap(({ type, id, revision, deleted }) =>
    id === null ? [] : [{ type, id, revision, deleted }],
  )
  return { history: first.history, oldest: first.oldest, changes }
}
