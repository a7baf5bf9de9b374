import { type Postgres, transactionWithRetry } from '@typecase/runtime/postgres'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { RenditionResult, RenditionStore, RenditionTask } from '../../core/renditions/ports.ts'
import { inOrder, type Rendition } from '../../core/renditions/rendition.ts'
import { fileWriter } from './file-store.ts'
import type { MediaTables } from './schema.ts'

export function postgresRenditionStore(postgres: Pick<Postgres<MediaTables>, 'db'>): RenditionStore {
  const { db } = postgres
  return {
    ...readsOf(db),
    ...queueOf(db),
    requeue: async (fileId) => {
      await sql`
        insert into rendition_tasks (file_id) select id from files where id = ${fileId}::uuid
        on conflict (file_id) do update set state = 'waiting', tries = 0, due_at = now(), why = null
        where rendition_tasks.state <> 'waiting'`.execute(db)
    },
    async claim(now, until) {
      const { rows } = await sql<{ file_id: string; tries: number }>`
        update rendition_tasks set tries = tries + 1, due_at = ${until}
        where file_id = (
          select file_id from rendition_tasks where state = 'waiting' and due_at <= ${now}
          order by due_at, file_id limit 1 for update skip locked
        )
        returning file_id, tries`.execute(db)
      return rows[0] && { fileId: rows[0].file_id, tries: rows[0].tries }
    },
    async hold(task, until) {
      const { numUpdatedRows } = await claimed(db, task).set({ due_at: until }).executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async release(task, { at, counted, why }) {
      await claimed(db, task)
        .set({ due_at: at, why, tries: counted ? task.tries : task.tries - 1 })
        .execute()
    },
    finish: (task, result) => transactionWithRetry(postgres, (tx) => finish(tx, task, result)),
  }
}

const readsOf = (db: Kysely<MediaTables>): Pick<RenditionStore, 'of' | 'named' | 'existing'> => ({
  async of(fileIds) {
    const rows = await db
      .selectFrom('renditions')
      .selectAll()
      .where(sql<boolean>`file_id = any(${[...fileIds]}::uuid[])`)
      .execute()
    return Map.groupBy(rows.map(fromRow).sort(inOrder), ({ fileId }) => fileId)
  },
  named: async (filename) => {
    const row = await db
      .selectFrom('renditions')
      .selectAll()
      .where('filename', '=', filename.replaceAll('\0', ''))
      .executeTakeFirst()
    return row && fromRow(row)
  },
  async existing(keys) {
    if (keys.length === 0) return new Set()
    const rows = await db
      .selectFrom('renditions')
      .select('blob_key')
      .where('blob_key', 'in', [...keys])
      .execute()
    return new Set(rows.map(({ blob_key }) => blob_key))
  },
})

/** The rendition queue on a database connection or within the transaction of an event. */
export function queueOf(db: Kysely<MediaTables>): Pick<RenditionStore, 'enqueue' | 'enqueueAll'> {
  const enqueue = async (which: ReturnType<typeof sql>) =>
    sql`insert into rendition_tasks (file_id) select id from files where ${which} on conflict do nothing`.execute(
      db,
    )
  return {
    enqueue: async (fileId) => void (await enqueue(sql`id = ${fileId}::uuid`)),
    enqueueAll: async (mimeTypes) =>
      Number((await enqueue(sql`mime_type = any(${[...mimeTypes]}::text[])`)).numAffectedRows ?? 0),
  }
}

/** An update of the task that has an effect only while this claim is valid. */
const claimed = (db: Kysely<MediaTables>, { fileId, tries }: RenditionTask) =>
  db
    .updateTable('rendition_tasks')
    .where('file_id', '=', fileId)
    .where('tries', '=', tries)
    .where('state', '=', 'waiting')

async function finish(
  tx: Transaction<MediaTables>,
  task: RenditionTask,
  { renditions, why, fact }: RenditionResult,
): Promise<boolean> {
  // Locks the file first, like all writers of a file, so that its events are ordered.
  const files = fileWriter(tx)
  const file = await files.getForUpdate(task.fileId)
  if (!file) return false
  const { numUpdatedRows } = await claimed(tx, task)
    .set({ state: renditions.length > 0 ? 'made' : 'none', why: why ?? null })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (renditions.length > 0) {
    await tx.deleteFrom('renditions').where('file_id', '=', task.fileId).execute()
    await tx.insertInto('renditions').values(renditions.map(toRow)).execute()
  }
  if (fact) await files.record(fact(file))
  return true
}

type Row = Selectable<MediaTables['renditions']>

const toRow = (rendition: Rendition): Row => ({
  file_id: rendition.fileId,
  filename: rendition.filename,
  width: rendition.width,
  height: rendition.height,
  mime_type: rendition.mimeType,
  size: rendition.size,
  digest: rendition.digest,
  blob_key: rendition.key,
})

const fromRow = ({ file_id, mime_type, blob_key, ...row }: Row): Rendition => ({
  ...row,
  fileId: file_id,
  mimeType: mime_type,
  key: blob_key,
})
