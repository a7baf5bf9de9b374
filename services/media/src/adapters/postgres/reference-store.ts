import { type Postgres, transactionWithRetry } from '@typecase/runtime/postgres'
import { type Kysely, sql } from 'kysely'
import type { ReferenceStore } from '../../core/ports.ts'
import { type ItemKey, itemName } from '../../core/references/item.ts'
import type { MediaTables } from './schema.ts'

/** Rows of one insert; each has six parameters of the 65,535 that Postgres takes. */
const batch = 1_000

export function postgresReferenceStore(postgres: Pick<Postgres<MediaTables>, 'db'>): ReferenceStore {
  const { db } = postgres
  return {
    known: async (items) => {
      const known = new Map<string, number>()
      for (let at = 0; at < items.length; at += batch) {
        for (const row of await rowsOf(db, items.slice(at, at + batch))) {
          known.set(itemName({ type: row.item_type, id: row.item_id }), row.gone ? Number.POSITIVE_INFINITY : row.revision)
        }
      }
      return known
    },

    apply: (item) =>
      transactionWithRetry(postgres, async (tx) => {
        const { type, id, revision, title, slug, status, uses } = item
        // The upsert holds the row, and answers none when what is there is newer or gone.
        const applied = await tx
          .insertInto('content_items')
          .values({ item_type: type, item_id: id, revision, gone: false, title: clean(title), slug, status })
          .onConflict((conflict) =>
            conflict
              .columns(['item_type', 'item_id'])
              .doUpdateSet((set) => ({
                revision: set.ref('excluded.revision'),
                title: set.ref('excluded.title'),
                slug: set.ref('excluded.slug'),
                status: set.ref('excluded.status'),
              }))
              .where('content_items.gone', '=', false)
              .where(sql<boolean>`content_items.revision <= excluded.revision`),
          )
          .returning('item_id')
          .executeTakeFirst()
        if (!applied) return
        await tx.deleteFrom('media_references').where('item_type', '=', type).where('item_id', '=', id).execute()
        const rows = uses.map(({ referenceType, url, fileId, count }) => ({
          item_type: type,
          item_id: id,
          reference_type: referenceType,
          url: clean(url),
          file_id: fileId === undefined ? null : clean(fileId),
          count,
        }))
        for (let at = 0; at < rows.length; at += batch)
          await tx
            .insertInto('media_references')
            .values(rows.slice(at, at + batch))
            .execute()
      }),

    forget: (key) =>
      transactionWithRetry(postgres, async (tx) => {
        await tx
          .insertInto('content_items')
          .values({ item_type: key.type, item_id: key.id, revision: 0, gone: true, title: '', slug: '', status: '' })
          .onConflict((conflict) => conflict.columns(['item_type', 'item_id']).doUpdateSet({ gone: true, title: '', slug: '', status: '' }))
          .execute()
        await tx.deleteFrom('media_references').where('item_type', '=', key.type).where('item_id', '=', key.id).execute()
      }),

    forgetAll: () =>
      transactionWithRetry(postgres, async (tx) => {
        // The uses go with their items.
        await tx.deleteFrom('content_items').where('gone', '=', false).execute()
        await tx.deleteFrom('content_cursor').execute()
      }),

    find: async ({ fileId, urls }) => {
      const rows = await db
        .selectFrom('media_references as r')
        .innerJoin('content_items as i', (join) => join.onRef('i.item_type', '=', 'r.item_type').onRef('i.item_id', '=', 'r.item_id'))
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
    },

    cursor: async () => (await db.selectFrom('content_cursor').select('cursor').executeTakeFirst())?.cursor,
    moveCursor: async (cursor) => {
      await db
        .insertInto('content_cursor')
        .values({ one: true, cursor })
        .onConflict((conflict) => conflict.column('one').doUpdateSet({ cursor }))
        .execute()
    },
  }
}

const rowsOf = (db: Kysely<MediaTables>, items: readonly ItemKey[]) =>
  db
    .selectFrom('content_items')
    .select(['item_type', 'item_id', 'revision', 'gone'])
    .where(
      'item_id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()

/** Postgres has no NUL in texts; no url of a file has one either. */
const clean = (text: string): string => text.replaceAll('\0', '')
