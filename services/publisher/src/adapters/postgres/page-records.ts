import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { jsonb, uniqueViolation } from '@typecase/runtime/postgres'
import { type Kysely, sql } from 'kysely'
import { recordsOvertaken } from '../../core/errors.ts'
import {
  type LinkOnPages,
  linkReportsKept,
  type PageRecordStore,
  type RecordPart,
} from '../../core/reports/links/page-record-store.ts'
import type { PublisherTables } from './schema.ts'

/** The record of pages in a table, a portion a row; the portions of an output are numbered without gaps. */
export const postgresPageRecordStore = (db: Kysely<PublisherTables>): PageRecordStore => ({
  async read(outputDir, after) {
    const ofOutput = db.selectFrom('page_records').where('output_dir', '=', outputDir)
    const position = await endOf(db, outputDir)
    // A database that was put back ends before what is known.
    const isShorter = position < after
    const rows = await ofOutput
      .select(['is_first', 'content'])
      .where('position', '>', isShorter ? 0 : after)
      .where('position', '<=', position)
      .orderBy('position')
      .execute()
    const first = rows.findLastIndex((row) => row.is_first)
    const living = rows.slice(Math.max(first, 0))
    // One by one: memory for all of them at once is never given back.
    const parts: RecordPart[] = []
    for (const { content } of living) parts.push(await unpacked(content))
    return { position, isAnew: isShorter || first >= 0, parts }
  },

  async append(outputDir, after, parts, isAnew) {
    const rows: { output_dir: string; position: number; is_first: boolean; content: Buffer }[] = []
    for (const part of parts) {
      const place = {
        output_dir: outputDir,
        position: after + 1 + rows.length,
        is_first: isAnew && rows.length === 0,
      }
      rows.push({ ...place, content: await packed(part) })
    }
    try {
      await db.transaction().execute(async (tx) => {
        if ((await endOf(tx, outputDir)) !== after) throw recordsOvertaken()
        if (isAnew)
          await tx
            .deleteFrom('page_records')
            .where('output_dir', '=', outputDir)
            .where('position', '<=', after)
            .execute()
        for (const row of rows) await tx.insertInto('page_records').values(row).execute()
      })
    } catch (error) {
      throw uniqueViolation(error) === undefined ? error : recordsOvertaken()
    }
    return after + rows.length
  },

  async linkReport(outputDir) {
    const row = await db
      .selectFrom('link_reports')
      .innerJoin('shown_link_reports as shown', (join) =>
        join
          .onRef('shown.output_dir', '=', 'link_reports.output_dir')
          .onRef('shown.generation_id', '=', 'link_reports.generation_id'),
      )
      .select(['link_reports.generation_id', 'checked_at', 'pages', 'total', 'listed'])
      .where('link_reports.output_dir', '=', outputDir)
      .executeTakeFirst()
    return (
      row && {
        generationId: row.generation_id,
        checkedAt: row.checked_at,
        pages: row.pages,
        total: row.total,
        listed: row.listed,
      }
    )
  },

  async brokenLinks(outputDir, { limit, offset }) {
    const shown = sql`link_reports natural join shown_link_reports where output_dir = ${outputDir}`
    const items = sql<{ item: LinkOnPages }>`
      select item from (select links from ${shown}) as report, jsonb_array_elements(links) with ordinality as each (item, place)
      where place > ${offset} order by place limit ${limit}`
    const counted = sql<{ total: number }>`select jsonb_array_length(links) as total from ${shown}`
    const [{ rows }, totals] = await Promise.all([items.execute(db), counted.execute(db)])
    return { items: rows.map(({ item }) => item), total: totals.rows[0]?.total ?? 0 }
  },

  saveLinkReport: (outputDir, { generationId, checkedAt, pages, total, listed, links }) =>
    db.transaction().execute(async (tx) => {
      const found = {
        checked_at: checkedAt,
        pages,
        total,
        listed: jsonb([...listed]),
        links: jsonb([...links]),
      }
      await tx
        .insertInto('link_reports')
        .values({ output_dir: outputDir, generation_id: generationId, ...found })
        .onConflict((conflict) => conflict.columns(['output_dir', 'generation_id']).doUpdateSet(found))
        .execute()
      await show(tx, outputDir, generationId)
      const living = tx
        .selectFrom('link_reports')
        .select('generation_id')
        .where('output_dir', '=', outputDir)
        .orderBy('checked_at', 'desc')
        .orderBy('generation_id', 'desc')
        .limit(linkReportsKept)
      await tx
        .deleteFrom('link_reports')
        .where('output_dir', '=', outputDir)
        .where('generation_id', 'not in', living)
        .execute()
    }),

  showLinkReport: (outputDir, generationId) => show(db, outputDir, generationId),
})

async function show(db: Kysely<PublisherTables>, outputDir: string, generationId: string): Promise<void> {
  await db
    .insertInto('shown_link_reports')
    .values({ output_dir: outputDir, generation_id: generationId })
    .onConflict((conflict) => conflict.column('output_dir').doUpdateSet({ generation_id: generationId }))
    .execute()
}

async function endOf(db: Kysely<PublisherTables>, outputDir: string): Promise<number> {
  const parts = db.selectFrom('page_records').where('output_dir', '=', outputDir)
  const row = await parts.select(({ fn }) => fn.max('position').as('position')).executeTakeFirst()
  return Number(row?.position ?? 0)
}

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)]

/** Most of a portion are numbers that come again and again: the fastest level makes it a fifth. */
const packed = async (part: RecordPart): Promise<Buffer> => deflate(JSON.stringify(part), { level: 1 })

const unpacked = async (content: Buffer): Promise<RecordPart> =>
  JSON.parse((await inflate(content)).toString()) as RecordPart
