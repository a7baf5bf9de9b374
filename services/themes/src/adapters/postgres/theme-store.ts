import { recordEvent } from '@typecase/messaging/outbox'
import { type Postgres, transactionWithRetry } from '@typecase/runtime/postgres'
import { sql, type Transaction } from 'kysely'
import { themeActive, themeNotFound } from '../../core/errors.ts'
import type { ThemeStore, ThemeWriter } from '../../core/ports.ts'
import type { ThemesTables } from './tables.ts'
import { themeReader } from './theme-reader.ts'

/** Every change locks the row of `theme_state`, so that changes of all replicas run one after the other. */
export function postgresThemeStore(
  postgres: Pick<Postgres<ThemesTables>, 'db'>,
  clock: () => Date = () => new Date(),
): ThemeStore {
  const { db } = postgres
  return {
    ...themeReader(db),
    write: (work) =>
      transactionWithRetry(postgres, async (tx) => {
        const { revision } = await tx
          .selectFrom('theme_state')
          .select('revision')
          .forUpdate()
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('theme_state')
          .set({ revision: revision + 1 })
          .execute()
        return work(themeWriter(tx, revision + 1, clock))
      }),
    claimFiles: async (sha256s) => {
      if (sha256s.length === 0) return
      // Inserts in a fixed order, to avoid deadlocks between concurrent installations of the same contents.
      await db
        .insertInto('theme_contents')
        .values(sha256s.toSorted().map((sha256) => ({ sha256, claimed_at: clock() })))
        .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ claimed_at: clock() }))
        .execute()
    },
    prune: async (before, drop) => {
      await forgetVersions(postgres, before)
      let dropped = 0
      for (const sha256 of await unusedContents(db, before))
        if (await dropContents(postgres, sha256, before, drop)) dropped++
      return dropped
    },
  }
}

function themeWriter(tx: Transaction<ThemesTables>, revision: number, clock: () => Date): ThemeWriter {
  const retire = (name: string) =>
    tx
      .updateTable('theme_versions')
      .set({ retired_at: clock() })
      .where('name', '=', name)
      .where('retired_at', 'is', null)
      .execute()
  return {
    ...themeReader(tx),
    save: async ({ name, bundled, current, previous = null }) => {
      await retire(name)
      const { digest, version } = current
      const texts = {
        version,
        metadata: JSON.stringify(current.metadata),
        files: JSON.stringify(current.files),
      }
      await tx
        .insertInto('theme_versions')
        .values({ name, digest, ...texts })
        .onConflict((conflict) => conflict.columns(['name', 'digest']).doUpdateSet({ retired_at: null }))
        .execute()
      await tx
        .insertInto('themes')
        .values({ name, digest, previous: previous?.digest ?? null, bundled })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({ digest, previous: previous?.digest ?? null, bundled }),
        )
        .execute()
    },
    remove: async (name) => {
      const { active } = await tx.selectFrom('theme_state').select('active').executeTakeFirstOrThrow()
      if (active === name) throw themeActive()
      await tx.deleteFrom('themes').where('name', '=', name).execute()
      await retire(name)
    },
    activate: async (name) => {
      const found = await tx.selectFrom('themes').select('name').where('name', '=', name).executeTakeFirst()
      if (!found) throw themeNotFound(name)
      await tx.updateTable('theme_state').set({ active: name }).execute()
    },
    record: (fact) => recordEvent(tx, { ...fact, revision }),
  }
}

async function forgetVersions(postgres: Pick<Postgres<ThemesTables>, 'db'>, before: Date): Promise<void> {
  await transactionWithRetry(postgres, async (tx) => {
    // The lock prevents a concurrent transaction from restoring a version that is deleted here.
    await tx.selectFrom('theme_state').select('one').forUpdate().execute()
    await tx
      .deleteFrom('theme_versions')
      .where('retired_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('themes')
              .select('themes.name')
              .whereRef('themes.name', '=', 'theme_versions.name')
              .whereRef('themes.previous', '=', 'theme_versions.digest'),
          ),
        ),
      )
      .execute()
  })
}

const inUse = sql<string>`(select file ->> 'sha256' from theme_versions, json_array_elements(files::json) as file)`

async function unusedContents(db: Postgres<ThemesTables>['db'], before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('theme_contents')
    .select('sha256')
    .where('claimed_at', '<', before)
    .where(sql<boolean>`sha256 not in ${inUse}`)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/**
 * Deletes the row and the blob in one transaction. A concurrent claim waits for this transaction and then
 * writes the contents again.
 */
async function dropContents(
  postgres: Pick<Postgres<ThemesTables>, 'db'>,
  sha256: string,
  before: Date,
  drop: (sha256: string) => Promise<void>,
): Promise<boolean> {
  // A retry may call `drop` again. That is safe, because deleting a missing blob succeeds.
  return transactionWithRetry(postgres, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('theme_contents')
      .where('sha256', '=', sha256)
      .where('claimed_at', '<', before)
      .where(sql<boolean>`sha256 not in ${inUse}`)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await drop(sha256)
    return true
  })
}
