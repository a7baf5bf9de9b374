import type { Kysely } from 'kysely'
import type { FileLedger } from '../../core/ports.ts'
import type { MediaTables } from './schema.ts'

export const postgresFileLedger = (db: Kysely<MediaTables>): FileLedger => ({
  filesAfter: (after, limit) =>
    db
      .selectFrom('files')
      .select(['id', 'filename', 'size', 'digest'])
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute(),
})
