import { jsonb } from '@typecase/runtime/postgres'
import { type Kysely, sql } from 'kysely'
import {
  type LinkOnPages,
  linkReportsKept,
  type PageRecordStore,
} from '../../core/reports/links/page-record-store.ts'
import type { PublisherTables } from './schema.ts'

type Db = Kysely<PublisherTables>
type Reports = Pick<PageRecordStore, 'linkReport' | 'brokenLinks' | 'saveLinkReport' | 'showLinkReport'>

export const linkReports = (db: Db): Reports => ({
  linkReport: (outputDir) => shownReport(db, outputDir),
  brokenLinks: (outputDir, part) => brokenLinks(db, outputDir, part),
  saveLinkReport: (outputDir, report) =>
    db.transaction().execute(async (tx) => {
      await save(tx, outputDir, report)
      await show(tx, outputDir, report.generationId)
      await prune(tx, outputDir)
    }),
  showLinkReport: (outputDir, generationId) => show(db, outputDir, generationId),
})

const shownReport = (db: Db, outputDir: string) =>
  db
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

async function brokenLinks(
  db: Db,
  ...[outputDir, { limit, offset }]: Parameters<Reports['brokenLinks']>
): ReturnType<Reports['brokenLinks']> {
  const shown = sql`link_reports natural join shown_link_reports where output_dir = ${outputDir}`
  const items = sql<{ item: LinkOnPages }>`
    select item from (select links from ${shown}) as report,
      jsonb_array_elements(links) with ordinality as each (item, place)
    where place > ${offset} order by place limit ${limit}`
  const counted = sql<{ total: number }>`select jsonb_array_length(links) as total from ${shown}`
  const [{ rows }, totals] = await Promise.all([items.execute(db), counted.execute(db)])
  return { items: rows.map(({ item }) => item), total: totals.rows[0]?.total ?? 0 }
}

async function save(db: Db, ...[outputDir, report]: Parameters<Reports['saveLinkReport']>): Promise<void> {
  const columns = {
    checked_at: report.checkedAt,
    pages: report.pages,
    total: report.total,
    listed: jsonb([...report.listed]),
    links: jsonb([...report.links]),
  }
  await db
    .insertInto('link_reports')
    .values({ output_dir: outputDir, generation_id: report.generationId, ...columns })
    .onConflict((conflict) => conflict.columns(['output_dir', 'generation_id']).doUpdateSet(columns))
    .execute()
}

async function prune(db: Db, outputDir: string): Promise<void> {
  const newest = db
    .selectFrom('link_reports')
    .select('generation_id')
    .where('output_dir', '=', outputDir)
    .orderBy('checked_at', 'desc')
    .orderBy('generation_id', 'desc')
    .limit(linkReportsKept)
  await db
    .deleteFrom('link_reports')
    .where('output_dir', '=', outputDir)
    .where('generation_id', 'not in', newest)
    .execute()
}

async function show(db: Db, outputDir: string, generationId: string): Promise<void> {
  await db
    .insertInto('shown_link_reports')
    .values({ output_dir: outputDir, generation_id: generationId })
    .onConflict((conflict) => conflict.column('output_dir').doUpdateSet({ generation_id: generationId }))
    .execute()
}
