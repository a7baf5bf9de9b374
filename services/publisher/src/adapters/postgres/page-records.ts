import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { jsonb, uniqueViolation } from '@typecase/runtime/postgres'
import type { Kysely } from 'kysely'
import { recordsOvertaken } from '../../core/errors.ts'
import type { PageRecordStore, RecordPart } from '../../core/links/page-record-store.ts'
import type { PublisherTables } from './schema.ts'

/** The record of pages in a table, a portion a row; the portions of an output are numbered without gaps. */
export const postgresPageRecordStore = (db: Kysely<PublisherTables>): PageRecordStore => ({
  async read(outputDir, after) {
    const parts = db.selectFrom('page_records').where('output_dir', '=', outputDir)
    const position = await endOf(db, outputDir)
    // A database that was put back ends before what is known.
    const isShorter = position < after
    const rows = await parts
      .select(['is_first', 'content'])
      .where('position', '>', isShorter ? 0 : after)
      .where('position', '<=', position)
      .orderBy('position')
      .execute()
    const first = rows.findLastIndex((row) => row.is_first)
    const living = rows.slice(Math.max(first, 0))
    return { position, isAnew: isShorter || first >= 0, parts: await Promise.all(living.map(({ content }) => unpacked(content))) }
  },

  async append(outputDir, after, parts, isAnew) {
    const rows = await Promise.all(
      parts.map(async (part, index) => ({
        output_dir: outputDir,
        position: after + 1 + index,
        is_first: isAnew && index === 0,
        content: await packed(part),
      })),
    )
    try {
      await db.transaction().execute(async (tx) => {
        if ((await endOf(tx, outputDir)) !== after) throw recordsOvertaken()
        if (isAnew) await tx.deleteFrom('page_records').where('output_dir', '=', outputDir).where('position', '<=', after).execute()
        for (const row of rows) await tx.insertInto('page_records').values(row).execute()
      })
    } catch (error) {
      throw uniqueViolation(error) === undefined ? error : recordsOvertaken()
    }
    return after + rows.length
  },

  async linkReport(outputDir) {
    const row = await db.selectFrom('link_reports').selectAll().where('output_dir', '=', outputDir).executeTakeFirst()
    return row && { generationId: row.generation_id, checkedAt: row.checked_at, pages: row.pages, total: row.total, listed: row.listed }
  },

  async saveLinkReport(outputDir, { generationId, checkedAt, pages, total, listed }) {
    const found = { generation_id: generationId, checked_at: checkedAt, pages, total, listed: jsonb([...listed]) }
    await db
      .insertInto('link_reports')
      .values({ output_dir: outputDir, ...found })
      .onConflict((conflict) => conflict.column('output_dir').doUpdateSet(found))
      .execute()
  },
})

async function endOf(db: Kysely<PublisherTables>, outputDir: string): Promise<number> {
  const parts = db.selectFrom('page_records').where('output_dir', '=', outputDir)
  const row = await parts.select(({ fn }) => fn.max('position').as('position')).executeTakeFirst()
  return Number(row?.position ?? 0)
}

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)]

/** Most of a portion are numbers that come again and again: the fastest level makes it a fifth. */
const packed = async (part: RecordPart): Promise<Buffer> => deflate(JSON.stringify(part), { level: 1 })

const unpacked = async (content: Buffer): Promise<RecordPart> => JSON.parse((await inflate(content)).toString()) as RecordPart
