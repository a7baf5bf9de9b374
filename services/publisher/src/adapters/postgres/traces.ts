import type { Kysely } from 'kysely'
import type { PublisherTables } from './schema.ts'

/** The trace of whoever asked for that generation first; undefined for one that is gone. */
export const generationTraces =
  (db: Kysely<PublisherTables>) =>
  async (id: string): Promise<string | undefined> => {
    const row = await db.selectFrom('generations').select('traceparent').where('id', '=', id).executeTakeFirst()
    return row?.traceparent ?? undefined
  }
