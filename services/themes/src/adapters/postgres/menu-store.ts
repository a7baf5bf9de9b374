import { recordEvent } from '@typecase/messaging/outbox'
import { type Postgres, transactionWithRetry } from '@typecase/runtime/postgres'
import type { Menu } from '../../core/menu/menu.ts'
import type { MenuStore } from '../../core/ports.ts'
import type { ThemesTables } from './tables.ts'

/** Stores the menu in a single row, which is locked during changes. */
export const postgresMenuStore = (postgres: Pick<Postgres<ThemesTables>, 'db'>): MenuStore => ({
  read: async () =>
    menuFromRow(await postgres.db.selectFrom('menu').select(['revision', 'items']).executeTakeFirstOrThrow()),
  write: (work) =>
    transactionWithRetry(postgres, (tx) =>
      work({
        readForUpdate: async () =>
          menuFromRow(
            await tx.selectFrom('menu').select(['revision', 'items']).forUpdate().executeTakeFirstOrThrow(),
          ),
        save: async ({ items, revision }) => {
          await tx
            .updateTable('menu')
            .set({ items: JSON.stringify(items), revision })
            .execute()
        },
        record: (fact) => recordEvent(tx, fact),
      }),
    ),
})

const menuFromRow = ({ revision, items }: { revision: number; items: string }): Menu => ({
  items: JSON.parse(items) as Menu['items'],
  revision,
})
