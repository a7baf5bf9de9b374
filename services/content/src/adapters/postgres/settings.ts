import type { Transaction } from 'kysely'
import { defaultSettings, type SavedSettings, type Settings } from '../../core/settings/settings.ts'
import type { Db } from './rows.ts'
import type { ContentTables } from './schema.ts'

export const readSettings = async (db: Db): Promise<SavedSettings> =>
  fromRow(await db.selectFrom('settings').select(['chosen', 'revision']).executeTakeFirstOrThrow())

export const lockSettings = async (tx: Transaction<ContentTables>): Promise<SavedSettings> =>
  fromRow(
    await tx.selectFrom('settings').select(['chosen', 'revision']).forUpdate().executeTakeFirstOrThrow(),
  )

export async function saveSettings(
  tx: Transaction<ContentTables>,
  { values, revision }: SavedSettings,
): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ chosen: JSON.stringify(values), revision })
    .execute()
}

/** A setting that the row does not contain has its default. */
const fromRow = ({ chosen, revision }: { chosen: object; revision: number }): SavedSettings => ({
  values: { ...defaultSettings, ...(chosen as Partial<Settings>) },
  revision,
})
