import { jsonb } from '@typecase/runtime/postgres'
import { type Kysely, sql } from 'kysely'
import { recordsOvertaken } from '../../core/errors.ts'
import {
  type LinkOnPages,
  linkReportsKept,
  type PageRecord,
  type PageRecordStore,
} from '../../core/reports/links/page-record-store.ts'
import type { PublisherTables } from './schema.ts'

const pagesAtOnce = 500

type Db = Kysely<PublisherTables>

export const postgresPageRecordStore = (db: Db): PageRecordStore => ({
  async read(outputDir, after) {
    const version = await versionOf(db, outputDir)
    const isAll = version < after
    return { version, isAll, chunks: chunksOf(db, outputDir, isAll ? 0 : after, version) }
  },

  async page(outputDir, path) {
    const rows = db.selectFrom('pages').select(['path', 'digest', 'ids', 'links', 'facts'])
    return rows.where('output_dir', '=', outputDir).where('path', '=', path).executeTakeFirst()
  },

  write: (outputDir, after, records, gone) =>
    db.transaction().execute(async (tx) => {
      await advance(tx, outputDir, after)
      await tx
        .deleteFrom('pages')
        .where('output_dir', '=', outputDir)
        .where('path', '=', sql<string>`any(${[...gone]}::text[])`)
        .execute()
      let chunk: PageRecord[] = []
      for (const record of records) {
        chunk.push(record)
        if (chunk.length < pagesAtOnce) continue
        await writePages(tx, outputDir, after + 1, chunk)
        chunk = []
      }
      await writePages(tx, outputDir, after + 1, chunk)
      return after + 1
    }),

  async linkReport(outputDir) {
    const row = await db
      .selectFrom('link_reports')
      .innerJoin('shown_link_reports as shown', (join) =>
        join
          .onRef('shown.output_dir', '=', 'link_reports.output_dir')
          .onRef('shown.generation_id', '=', 'link_reports.generation_id'),
      )
      .select([
        'link_reports.generation_id as generationId',
        'checked_at as checkedAt',
        'pages',
        'total',
        'listed',
      ])
      .where('link_reports.output_dir', '=', outputDir)
      .executeTakeFirst()
    return row
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
      const newest = tx
        .selectFrom('link_reports')
        .select('generation_id')
        .where('output_dir', '=', outputDir)
        .orderBy('checked_at', 'desc')
        .orderBy('generation_id', 'desc')
        .limit(linkReportsKept)
      await tx
        .deleteFrom('link_reports')
        .where('output_dir', '=', outputDir)
        .where('generation_id', 'not in', newest)
        .execute()
    }),

  showLinkReport: (outputDir, generationId) => show(db, outputDir, generationId),
})

async function show(db: Db, outputDir: string, generationId: string): Promise<void> {
  await db
    .insertInto('shown_link_reports')
    .values({ output_dir: outputDir, generation_id: generationId })
    .onConflict((conflict) => conflict.column('output_dir').doUpdateSet({ generation_id: generationId }))
    .execute()
}

async function versionOf(db: Db, outputDir: string): Promise<number> {
  const rows = db.selectFrom('page_versions').select('version').where('output_dir', '=', outputDir)
  return Number((await rows.executeTakeFirst())?.version ?? 0)
}

/** Locks the row, so that two writers never mix. */
async function advance(tx: Db, outputDir: string, after: number): Promise<void> {
  await tx
    .insertInto('page_versions')
    .values({ output_dir: outputDir, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('page_versions')
    .set({ version: after + 1 })
    .where('output_dir', '=', outputDir)
    .where('version', '=', after)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw recordsOvertaken()
}

/** `json`, because `jsonb` refuses NUL, which a hostile theme may write. */
async function writePages(tx: Db, outputDir: string, version: number, records: readonly PageRecord[]) {
  const texts = (value: (record: PageRecord) => unknown) =>
    records.map((record) => JSON.stringify(value(record)))
  await sql`insert into pages (output_dir, path, version, digest, ids, links, facts)
    select ${outputDir}, path, ${version}::bigint, digest, ids, links, facts
    from unnest(
      ${records.map(({ path }) => path)}::text[],
      ${records.map(({ digest }) => digest)}::text[],
      ${texts(({ ids }) => ids)}::json[],
      ${texts(({ links }) => links)}::json[],
      ${texts(({ facts }) => facts)}::json[]
    ) as record (path, digest, ids, links, facts)
    on conflict (output_dir, path) do update set (version, digest, ids, links, facts)
      = row (excluded.version, excluded.digest, excluded.ids, excluded.links, excluded.facts)`.execute(tx)
}

async function* chunksOf(db: Db, outputDir: string, after: number, upTo: number) {
  const rows = db
    .selectFrom('pages')
    .select(['version', 'path', 'digest', 'ids', 'links', 'facts'])
    .where('output_dir', '=', outputDir)
    .where('version', '<=', upTo)
    .orderBy('version')
    .orderBy('path')
    .limit(pagesAtOnce)
  let last = { version: after, path: '' }
  for (let isFirst = true; ; isFirst = false) {
    const place = sql<boolean>`(version, path) > (${last.version}::bigint, ${last.path})`
    const chunk = await rows.where((is) => (isFirst ? is('version', '>', after) : place)).execute()
    const end = chunk.at(-1)
    if (!end) return
    yield chunk.map(({ version: _, ...record }): PageRecord => record)
    if (chunk.length < pagesAtOnce) return
    last = end
  }
}
