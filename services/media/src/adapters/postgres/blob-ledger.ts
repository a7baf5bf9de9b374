import { type Kysely, sql } from 'kysely'
import { blobKey } from '../../core/files/file.ts'
import type { BlobLedger } from '../../core/ports.ts'
import type { MediaTables } from './schema.ts'

export const postgresBlobLedger = (db: Kysely<MediaTables>): BlobLedger => ({
  filesAfter: async (after, limit) => {
    const rows = await db
      .selectFrom('files')
      .select(['id', 'filename', 'size', 'digest'])
      .$if(after !== undefined, (query) => query.where('id', '>', after?.fileId ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id, ...row }) => ({ ...row, key: blobKey(id), fileId: id }))
  },
  // Rendition keys begin with the file id, so the index on `file_id` already provides most of the order.
  renditionsAfter: (after, limit) =>
    db
      .selectFrom('renditions')
      .select(['blob_key as key', 'file_id as fileId', 'filename', 'size', 'digest'])
      .$if(after !== undefined, (query) =>
        query
          .where('file_id', '>=', after?.fileId ?? '')
          .where(
            sql<boolean>`(file_id, blob_key collate "C") > (${after?.fileId}::uuid, ${after?.key}::text)`,
          ),
      )
      .orderBy('file_id')
      .orderBy(sql`blob_key collate "C"`)
      .limit(limit)
      .execute(),
})
