import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { type FreshSchema, freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrateContent, migrations } from '../src/adapters/postgres/migrate.ts'
import type { ContentTables } from '../src/adapters/postgres/schema.ts'
import { postgresContentStore } from '../src/adapters/postgres/store.ts'
import { nextId } from './contracts/samples.ts'

const { skip } = await testPostgres()
const log = createLogger('test', 'silent')
const day = (n: number) => new Date(Date.UTC(2026, 0, n))

describe.skipIf(skip)(label('the publication date of items that an earlier version stored', skip), () => {
  let schema: FreshSchema
  let postgres: ReturnType<typeof openPostgres<ContentTables>>
  beforeEach(async () => {
    schema = await freshSchema('content-published')
    postgres = openPostgres<ContentTables>({ ...schema, log })
    const earlier = Object.entries(migrations).filter(([name]) => name < '0009')
    await migrate(postgres, Object.fromEntries(earlier))
  })
  afterEach(async () => {
    await postgres.close()
    await schema.drop()
  })

  /** Inserts a post as the earlier version does. */
  async function insert(status: string, revisions: readonly [status: string, by: string, at: Date][]) {
    const id = nextId()
    await sql`insert into posts (id, title, slug, status, author, created_at, updated_at, revision, metadata, content,
      plain_text, search, facets) values (${id}, 'T', ${id}, ${status}, 'ada', ${day(1)}, ${day(9)}, 5, '{}', '', '', '', '{}')`.execute(
      postgres.db,
    )
    for (const [number, [was, by, at]] of revisions.entries())
      await sql`insert into revisions (item_type, item_id, revision, changed_by, created_at, changed, title, slug, status,
        fields, metadata, content) values ('post', ${id}, ${number + 1}, ${by}, ${at}, '{}', 'T', ${id}, ${was}, '{}', '{}', '')`.execute(
        postgres.db,
      )
    return id
  }

  const dateOf = async (id: string) => (await postgresContentStore(postgres).read.posts.get(id))?.publishedAt

  test('is the date of the first published revision, or of creation if that date is unknown', async () => {
    const published = await insert('published', [
      ['draft', 'ada', day(1)],
      ['published', 'ada', day(3)],
      ['published', 'ada', day(5)],
    ])
    const unpublished = await insert('draft', [
      ['published', 'ada', day(2)],
      ['draft', 'ada', day(4)],
    ])
    const undated = await insert('published', [['published', '', day(7)]])
    const withoutHistory = await insert('published', [])
    const draft = await insert('draft', [['draft', 'ada', day(1)]])
    await migrateContent(postgres)
    expect(await Promise.all([published, unpublished, undated, withoutHistory, draft].map(dateOf))).toEqual([
      day(3),
      day(2),
      day(1),
      day(1),
      undefined,
    ])
  })

  test('is the creation date for items that the earlier version publishes after the migration', async () => {
    await migrateContent(postgres)
    const id = await insert('published', [])
    expect(await dateOf(id)).toEqual(day(1))
  })
})
