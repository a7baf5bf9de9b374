import { type ItemKey, itemName } from '@typecase/kernel'
import { type Postgres, transactionWithRetry } from '@typecase/runtime/postgres'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { ReferenceStore } from '../../core/ports.ts'
import type { ItemUses } from '../../core/references/item.ts'
import type { MediaTables } from './schema.ts'

/** Maximum items per query. */
const batch = 1_000

export function postgresReferenceStore(postgres: Pick<Postgres<MediaTables>, 'db'>): ReferenceStore {
  const { db } = postgres
  return {
    known: async (items) => {
      const known = new Map<string, number>()
      for (let at = 0; at < items.length; at += batch) {
        for (const row of await rowsOf(db, items.slice(at, at + batch))) {
          known.set(
            itemName({ type: row.item_type, id: row.item_id }),
            row.gone ? Number.POSITIVE_INFINITY : row.revision,
          )
        }
      }
      return known
    },

    apply: (items, deleted = []) => transactionWithRetry(postgres, (tx) => apply(tx, items, deleted)),

    forgetAll: () =>
      transactionWithRetry(postgres, async (tx) => {
        // Keeps the records of deleted items. The database deletes the uses with their items.
        await tx.deleteFrom('referencing_items').where('gone', '=', false).execute()
        await tx.deleteFrom('reference_cursor').execute()
      }),

    find: (use) => find(db, use),

    cursor: async () => (await db.selectFrom('reference_cursor').select('cursor').executeTakeFirst())?.cursor,
    moveCursor: async (cursor) => {
      await db
        .insertInto('reference_cursor')
        .values({ one: true, cursor })
        .onConflict((conflict) => conflict.column('one').doUpdateSet({ cursor }))
        .execute()
    },
  }
}

async function apply(
  tx: Transaction<MediaTables>,
  items: readonly ItemUses[],
  deleted: readonly ItemKey[],
): Promise<void> {
  const rows = JSON.stringify([...items.map(rowOf), ...deleted.map(deletedRow)])
  // The upsert locks rows in a fixed order. A deletion always applies; any other item is skipped if it is
  // stored as deleted or with a newer revision.
  const applied = await sql<{ item_type: string; item_id: string }>`
    insert into referencing_items (item_type, item_id, revision, gone, title, slug, status)
    select item_type, item_id, revision, gone, title, slug, status
    from json_to_recordset(${rows}::json) as item
      (item_type text, item_id text, revision bigint, gone boolean, title text, slug text, status text)
    order by item_type, item_id
    on conflict (item_type, item_id) do update
    set revision = greatest(referencing_items.revision, excluded.revision), gone = excluded.gone,
      title = excluded.title, slug = excluded.slug, status = excluded.status
    where excluded.gone or (not referencing_items.gone and referencing_items.revision <= excluded.revision)
    returning item_type, item_id`.execute(tx)
  // A separate statement, so that it sees uses that were stored while the upsert waited for a row lock.
  await sql`
    with applied as materialized (
      select * from json_to_recordset(${JSON.stringify(applied.rows)}::json) as item (item_type text, item_id text)
    ), removed as (
      delete from file_uses as old using applied
      where old.item_type = applied.item_type and old.item_id = applied.item_id
    )
    insert into file_uses (item_type, item_id, reference_type, url, file_id, count)
    select item_type, item_id, use.reference_type, use.url, use.file_id, use.count
    from json_to_recordset(${rows}::json) as item (item_type text, item_id text, uses json)
    join applied using (item_type, item_id),
    json_to_recordset(item.uses) as use (reference_type text, url text, file_id text, count integer)`.execute(
    tx,
  )
}

const find: (
  db: Kysely<MediaTables>,
  ...use: Parameters<ReferenceStore['find']>
) => ReturnType<ReferenceStore['find']> = async (db, { fileId, urls }) => {
  const rows = await db
    .selectFrom('file_uses as r')
    .innerJoin('referencing_items as i', (join) =>
      join.onRef('i.item_type', '=', 'r.item_type').onRef('i.item_id', '=', 'r.item_id'),
    )
    .select(['i.item_type', 'i.item_id', 'i.title', 'i.slug', 'i.status', 'r.reference_type'])
    .select(({ fn }) => fn.sum<number>('r.count').as('count'))
    .where(
      sql<boolean>`(md5(r.url) = any(array(select md5(u) from unnest(${[...urls]}::text[]) u)) and r.url = any(${[...urls]}::text[]))
        or (md5(r.file_id) = md5(${fileId}) and r.file_id = ${fileId})`,
    )
    .groupBy(['i.item_type', 'i.item_id', 'i.title', 'i.slug', 'i.status', 'r.reference_type'])
    .orderBy('i.item_type', 'desc')
    .orderBy(sql`i.title collate "C"`)
    .orderBy('i.item_id')
    .orderBy('r.reference_type')
    .execute()
  return rows.map((row) => ({
    id: row.item_id,
    type: row.item_type,
    title: row.title,
    slug: row.slug,
    status: row.status,
    referenceType: row.reference_type,
    count: Number(row.count),
  }))
}

const rowsOf = (db: Kysely<MediaTables>, items: readonly ItemKey[]) =>
  db
    .selectFrom('referencing_items')
    .select(['item_type', 'item_id', 'revision', 'gone'])
    .where(
      'item_id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()

const rowOf = ({ type, id, revision, title, slug, status, uses }: ItemUses) => ({
  item_type: type,
  item_id: id,
  revision,
  gone: false,
  title: clean(title),
  slug,
  status,
  uses: uses.map(({ referenceType, url, fileId, count }) => ({
    reference_type: referenceType,
    url: clean(url),
    file_id: fileId === undefined ? null : clean(fileId),
    count,
  })),
})

const deletedRow = ({ type, id }: ItemKey) => ({
  item_type: type,
  item_id: id,
  revision: 0,
  gone: true,
  title: '',
  slug: '',
  status: '',
  uses: [],
})

/** Postgres cannot store NUL or lone surrogates; no file URL contains them. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()
