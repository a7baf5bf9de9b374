import { redirectKey } from '@typecase/kernel'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { RedirectStore } from '../../core/redirects/redirect-store.ts'
import type { Redirect, RedirectStatus } from '../../core/site/redirects.ts'
import { postgresGenerationLedger } from './ledger.ts'
import type { PublisherTables } from './schema.ts'

/** Stores the redirects of administrators and caches them until their version changes. */
export function postgresRedirectStore(db: Kysely<PublisherTables>): RedirectStore {
  let cached: { readonly version: number; readonly redirects: readonly Redirect[] } | undefined

  return {
    async list({ limit, offset, text }) {
      const matching = db.selectFrom('redirects').$if(text !== '', (all) => {
        const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
        return all.where(({ or, eb }) =>
          or([eb('from_path', 'ilike', pattern), eb('to_address', 'ilike', pattern)]),
        )
      })
      const [{ total }, rows] = await Promise.all([
        matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
        matching.selectAll().orderBy('from_key').limit(limit).offset(offset).execute(),
      ])
      return { items: rows.map(fromRow), total }
    },

    async all() {
      const { rules: version } = await db
        .selectFrom('redirect_versions')
        .select('rules')
        .executeTakeFirstOrThrow()
      if (cached?.version !== version) cached = { version, redirects: await allRedirects(db) }
      return cached.redirects
    },

    change: (work) =>
      db.transaction().execute(async (tx) => {
        // Locks the row, so that changes run one after another.
        await tx
          .updateTable('redirect_versions')
          .set(({ eb }) => ({ rules: eb('rules', '+', 1) }))
          .execute()
        return work({
          all: () => allRedirects(tx),
          put: (redirect) => put(tx, redirect),
          async delete(id) {
            await tx.deleteFrom('redirects').where('id', '=', id).execute()
          },
          ledger: postgresGenerationLedger(tx),
        })
      }),
  }
}

const allRedirects = async (db: Kysely<PublisherTables>): Promise<readonly Redirect[]> =>
  (await db.selectFrom('redirects').selectAll().orderBy('from_key').execute()).map(fromRow)

async function put(tx: Transaction<PublisherTables>, redirect: Redirect): Promise<void> {
  const row = {
    from_key: redirectKey(redirect.from),
    from_path: redirect.from,
    to_address: redirect.to,
    status: redirect.status,
    updated_at: redirect.updatedAt,
  }
  await tx
    .insertInto('redirects')
    .values({ id: redirect.id, created_at: redirect.createdAt, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

const fromRow = (row: Selectable<PublisherTables['redirects']>): Redirect => ({
  id: row.id,
  from: row.from_path,
  to: row.to_address,
  status: row.status as RedirectStatus,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
