import { isUuid } from '@typecase/kernel'
import { recordEvent } from '@typecase/messaging/outbox'
import { type Postgres, transactionWithRetry } from '@typecase/runtime/postgres'
import type { Selectable, Transaction } from 'kysely'
import type { MediaFile } from '../../core/files/file.ts'
import type { FileQuery, FileStore, FileWriter } from '../../core/ports.ts'
import type { MediaTables } from './schema.ts'
import { keyWriter, uploadKeys } from './upload-keys.ts'

export function postgresFileStore(postgres: Pick<Postgres<MediaTables>, 'db'>): FileStore {
  const { db } = postgres
  return {
    get: async (id) =>
      isUuid(id)
        ? fromRow(await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst())
        : undefined,
    named: async (folder, filename) =>
      fromRow(
        await db
          .selectFrom('files')
          .selectAll()
          .where('filename', '=', filename.replaceAll('\0', ''))
          .where('type', '=', folder === 'images' ? 'image' : 'document')
          .executeTakeFirst(),
      ),
    list: (query) => list(postgres, query),
    existing: async (ids) => {
      const uuids = ids.filter(isUuid)
      if (uuids.length === 0) return new Set()
      return new Set(
        (await db.selectFrom('files').select('id').where('id', 'in', uuids).execute()).map(({ id }) => id),
      )
    },
    ...uploadKeys(db),
    write: (work) => transactionWithRetry(postgres, (tx) => work(fileWriter(tx))),
  }
}

async function list(postgres: Pick<Postgres<MediaTables>, 'db'>, { type, search, limit, offset }: FileQuery) {
  const matching = postgres.db
    .selectFrom('files')
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'image'))
    .$if(search !== undefined, (query) => {
      const pattern = `%${(search ?? '').replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`
      return query.where((where) =>
        where.or(
          (['original_filename', 'filename', 'alt', 'caption'] as const).map((column) =>
            where(column, 'ilike', pattern),
          ),
        ),
      )
    })
  const both = async (tx: Transaction<MediaTables>) => {
    const rows = await tx.executeQuery(
      matching
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(offset)
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .compile(),
    )
    const counted = await tx.executeQuery(
      matching.select(({ fn }) => fn.countAll<number>().as('total')).compile(),
    )
    return { items: rows.rows.map((row) => fromRow(row)), total: counted.rows[0]?.total ?? 0 }
  }
  return transactionWithRetry(postgres, both, { isolation: 'repeatable read' })
}

export const fileWriter = (tx: Transaction<MediaTables>): FileWriter => ({
  insert: async (file) => {
    await tx.insertInto('files').values(toRow(file)).execute()
  },
  getForUpdate: async (id) =>
    isUuid(id)
      ? fromRow(await tx.selectFrom('files').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
      : undefined,
  update: async (file) => {
    await tx.updateTable('files').set(toRow(file)).where('id', '=', file.id).execute()
  },
  delete: async (id) => {
    await tx.deleteFrom('files').where('id', '=', id).execute()
  },
  record: (fact) => recordEvent(tx, fact),
  ...keyWriter(tx),
})

type Row = Selectable<MediaTables['files']>

const toRow = (file: MediaFile): Row => ({
  id: file.id,
  filename: file.filename,
  original_filename: file.originalFilename,
  type: file.type,
  mime_type: file.mimeType,
  size: file.size,
  digest: file.digest,
  alt: file.alt,
  caption: file.caption,
  width: file.width ?? null,
  height: file.height ?? null,
  created_at: file.createdAt,
  updated_at: file.updatedAt,
  revision: file.revision,
})

function fromRow(row: Row): MediaFile
function fromRow(row: Row | undefined): MediaFile | undefined
function fromRow(row: Row | undefined): MediaFile | undefined {
  if (!row) return undefined
  return {
    id: row.id,
    filename: row.filename,
    originalFilename: row.original_filename,
    type: row.type,
    mimeType: row.mime_type,
    size: row.size,
    digest: row.digest,
    alt: row.alt,
    caption: row.caption,
    ...(row.width === null ? {} : { width: row.width }),
    ...(row.height === null ? {} : { height: row.height }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  }
}
