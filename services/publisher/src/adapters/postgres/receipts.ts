import { isUuid } from '@typecase/kernel'
import { jsonb } from '@typecase/runtime/postgres'
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { type Change, changesNamed, type Receipt } from '../../core/reports/history/receipt.ts'
import { changesWaiting, type ReceiptBook, receiptsKept } from '../../core/reports/history/receipt-book.ts'
import type { ChangeRow, PublisherTables, ReceiptRow, StoredReceipt } from './schema.ts'

export const postgresReceiptBook = (db: Kysely<PublisherTables>): ReceiptBook => ({
  ...pendingChanges(db),
  ...receiptWrites(db),
  ...receiptReads(db),
})

const pendingChanges = (db: Kysely<PublisherTables>): Pick<ReceiptBook, 'note' | 'pending' | 'trim'> => ({
  async note(changes) {
    if (changes.length === 0) return
    await db
      .insertInto('changes')
      .values(noted(changes))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'entity_id', 'updated_at']).doUpdateSet(({ ref }) => ({
          revision: ref('excluded.revision'),
          what: ref('excluded.what'),
          title: ref('excluded.title'),
          slug: ref('excluded.slug'),
        })),
      )
      .execute()
  },

  async pending() {
    const rows = await db
      .selectFrom('changes')
      .selectAll()
      .select(sql<number>`count(*) over ()`.as('total'))
      .orderBy('accepted_at')
      .orderBy('id')
      .limit(changesNamed)
      .execute()
    return { changes: rows.map(changeOf), total: rows[0]?.total ?? 0 }
  },

  async trim() {
    const kept = db
      .selectFrom('changes')
      .select('id')
      .orderBy('accepted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(changesWaiting)
    await db.deleteFrom('changes').where('id', 'not in', kept).execute()
  },
})

const receiptWrites = (db: Kysely<PublisherTables>): Pick<ReceiptBook, 'write' | 'end'> => ({
  async write(receipt) {
    const row = rowOf(receipt)
    await db
      .insertInto('receipts')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('generation_id').doUpdateSet({ state: row.state, content: row.content, ended: null }),
      )
      .execute()
  },

  async end(receipt, taken) {
    await db.transaction().execute(async (tx) => {
      const row = { ...rowOf(receipt), ended: sql<number>`nextval('receipts_ended')` }
      await tx
        .insertInto('receipts')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('generation_id')
            .doUpdateSet({ state: row.state, content: row.content, ended: row.ended }),
        )
        .execute()
      if (taken.length > 0) await forget(tx, taken)
      const kept = tx
        .selectFrom('receipts')
        .select('position')
        .orderBy('position', 'desc')
        .offset(receiptsKept)
        .limit(1)
      await tx.deleteFrom('receipts').where('position', '<=', kept).execute()
    })
  },
})

type Reads = Pick<ReceiptBook, 'list' | 'find' | 'lastShared' | 'endedAfter' | 'lastPosition'>

const receiptReads = (db: Kysely<PublisherTables>): Reads => ({
  async list({ limit, offset }) {
    const [{ total }, rows] = await Promise.all([
      db.selectFrom('receipts').select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
      db.selectFrom('receipts').selectAll().orderBy('position', 'desc').limit(limit).offset(offset).execute(),
    ])
    return { receipts: rows.map(receiptOf), total }
  },

  async find(generationId) {
    if (!isUuid(generationId)) return undefined
    const row = await db
      .selectFrom('receipts')
      .selectAll()
      .where('generation_id', '=', generationId)
      .executeTakeFirst()
    return row && receiptOf(row)
  },

  async lastShared(outputDir, generationId) {
    const row = await db
      .selectFrom('receipts')
      .select(sql<Receipt['shared']>`content -> 'shared'`.as('shared'))
      .where('output_dir', '=', outputDir)
      .where('state', '=', 'activated')
      .orderBy(sql`generation_id = ${generationId ?? null}::uuid`, (order) => order.desc().nullsLast())
      .orderBy('ended', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.shared
  },

  async endedAfter(position, limit) {
    const rows = await db
      .selectFrom('receipts')
      .selectAll()
      .where('ended', '>', position)
      .orderBy('ended')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...receiptOf(row), position: row.ended ?? 0 }))
  },

  async lastPosition() {
    const row = await db
      .selectFrom('receipts')
      .select(({ fn }) => fn.max('ended').as('ended'))
      .executeTakeFirst()
    return Number(row?.ended ?? 0)
  },
})

/** Locks rows in a fixed order to avoid deadlocks. */
async function forget(tx: Kysely<PublisherTables>, ids: readonly string[]): Promise<void> {
  await sql`select from changes where id = any(${[...ids]}::uuid[])
    order by (kind || ' ' || entity_id || ' ' || updated_at) collate "C" for update`.execute(tx)
  await sql`delete from changes where id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Merges the events of one save into one row: id and time of the first event, other fields of the last. */
function noted(changes: readonly Change[]): Insertable<ChangeRow>[] {
  const rows = new Map<string, Insertable<ChangeRow>>()
  for (const { id, kind, entityId, revision, what, title, slug, acceptedAt, updatedAt } of changes) {
    const row = {
      id,
      kind,
      entity_id: entityId,
      accepted_at: acceptedAt,
      updated_at: updatedAt ?? id,
      revision,
      what,
      title,
      slug,
    }
    const name = `${kind} ${entityId} ${row.updated_at}`
    const first = rows.get(name)
    rows.set(name, first ? { ...row, id: first.id, accepted_at: first.accepted_at } : row)
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

const rowOf = (receipt: Receipt) => ({
  generation_id: receipt.generationId,
  output_dir: receipt.outputDir,
  state: receipt.state,
  content: jsonb(receipt as unknown as StoredReceipt),
})

function receiptOf({ content }: Pick<Selectable<ReceiptRow>, 'content'>): Receipt {
  const instant = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...content,
    changes: content.changes.map((change) => ({ ...change, acceptedAt: new Date(change.acceptedAt) })),
    startedAt: new Date(content.startedAt),
    plannedAt: instant(content.plannedAt),
    renderedAt: instant(content.renderedAt),
    activatedAt: instant(content.activatedAt),
    finishedAt: instant(content.finishedAt),
  }
}

const changeOf = (row: Selectable<ChangeRow>): Change => ({
  id: row.id,
  kind: row.kind,
  entityId: row.entity_id,
  revision: row.revision,
  what: row.what,
  title: row.title,
  slug: row.slug,
  acceptedAt: row.accepted_at,
  updatedAt: row.updated_at === row.id ? null : row.updated_at,
})
