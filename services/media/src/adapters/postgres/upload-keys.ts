import { createHash } from 'node:crypto'
import { isUuid } from '@typecase/kernel'
import { type Kysely, sql, type Transaction } from 'kysely'
import { keyLifeMs, reservedMs } from '../../core/files/upload-once.ts'
import type { FileStore, FileWriter, KeyedUpload, UploadKey } from '../../core/ports.ts'
import type { MediaTables } from './schema.ts'

type Db = Kysely<MediaTables> | Transaction<MediaTables>

export const uploadKeys = (
  db: Kysely<MediaTables>,
): Pick<FileStore, 'keyed' | 'reserveId' | 'reserved' | 'releaseId'> => ({
  keyed: (key) => keyed(db, key),

  reserveId: async (id, at) => {
    const stored = await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()
    if (stored) return 'stored'
    const { rows } = await sql<{ is_deleted: boolean; is_new: boolean }>`
      with reserved as (
        insert into file_ids (id, is_deleted, reserved_at) values (${id}, false, ${at})
        on conflict (id) do update set reserved_at = excluded.reserved_at
        where not file_ids.is_deleted and coalesce(file_ids.reserved_at, '-infinity') < ${abandonedAt(at)}
        returning is_deleted
      )
      select is_deleted, true as is_new from reserved
      union all
      select is_deleted, false from file_ids where id = ${id} and not exists (select from reserved)`.execute(
      db,
    )
    const [row] = rows
    // No row: another upload reserved the id after this statement began.
    if (!row) return 'reserved'
    if (row.is_new) return 'free'
    return row.is_deleted ? 'deleted' : 'reserved'
  },

  reserved: async (ids, at) => {
    const uuids = ids.filter(isUuid)
    if (uuids.length === 0) return new Set()
    const rows = await db
      .selectFrom('file_ids')
      .select('id')
      .where('id', 'in', uuids)
      .where('is_deleted', '=', false)
      .where('reserved_at', '>=', abandonedAt(at))
      .execute()
    return new Set(rows.map(({ id }) => id))
  },

  releaseId: async (id) => {
    await db.deleteFrom('file_ids').where('id', '=', id).where('is_deleted', '=', false).execute()
  },
})

const abandonedAt = (at: Date): Date => new Date(at.getTime() - reservedMs)

export const keyWriter = (tx: Transaction<MediaTables>): Pick<FileWriter, 'keepKey'> => ({
  async keepKey(key, { fileId, fingerprint }) {
    const row = { fingerprint, file_id: fileId, created_at: key.at }
    const stored = await tx
      .insertInto('upload_keys')
      .values({ id: idOf(key), ...row })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(row).where('upload_keys.created_at', '<=', expiredAt(key)),
      )
      .returning('id')
      .executeTakeFirst()
    if (!stored) return keyed(tx, key)
    // Each new key deletes several expired ones, so that the table stays small.
    await sql`
      delete from upload_keys where id in (
        select id from upload_keys where created_at <= ${expiredAt(key)} order by created_at limit 50 for update skip locked
      )`.execute(tx)
    return undefined
  },
})

async function keyed(db: Db, key: UploadKey): Promise<KeyedUpload | undefined> {
  const row = await db
    .selectFrom('upload_keys')
    .select(['fingerprint', 'file_id'])
    .where('id', '=', idOf(key))
    .where('created_at', '>', expiredAt(key))
    .executeTakeFirst()
  return row && { fingerprint: row.fingerprint, fileId: row.file_id }
}

const idOf = ({ owner, route, key }: UploadKey): string =>
  createHash('sha256')
    .update(JSON.stringify([owner, route, key]))
    .digest('hex')

const expiredAt = ({ at }: UploadKey): Date => new Date(at.getTime() - keyLifeMs)
