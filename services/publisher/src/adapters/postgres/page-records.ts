import { type Kysely, sql } from 'kysely'
import { recordsOvertaken } from '../../core/errors.ts'
import type { PageRecord, PageRecordStore } from '../../core/reports/links/page-record-store.ts'
import { linkReports } from './link-reports.ts'
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

  ...linkReports(db),
})

async function versionOf(db: Db, outputDir: string): Promise<number> {
  const rows = db.selectFrom('page_versions').select('version').where('output_dir', '=', outputDir)
  return Number((await rows.executeTakeFirst())?.version ?? 0)
}

/** Locks the row, so that writers run one after another. */
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

/** Uses `json`, because `jsonb` refuses NUL, which a hostile theme may write. */
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
