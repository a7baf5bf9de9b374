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

describe.skipIf(skip)(label('source keys of items that an earlier version stored', skip), () => {
  let schema: FreshSchema
  let postgres: ReturnType<typeof openPostgres<ContentTables>>
  beforeEach(async () => {
    schema = await freshSchema('content-source-keys')
    postgres = openPostgres<ContentTables>({ ...schema, log })
    const earlier = Object.entries(migrations).filter(([name]) => name < '0010')
    await migrate(postgres, Object.fromEntries(earlier))
  })
  afterEach(async () => {
    await postgres.close()
    await schema.drop()
  })

  let day = 0
  /** Inserts a post as the earlier version does. */
  async function insert(metadata: object) {
    const id = nextId()
    const at = new Date(Date.UTC(2026, 0, ++day))
    await sql`insert into posts (id, title, slug, status, author, created_at, updated_at, revision, metadata, content,
      plain_text, search, facets) values (${id}, 'T', ${id}, 'draft', 'ada', ${at}, ${at}, 1, ${JSON.stringify(metadata)}, '', '', '', '{}')`.execute(
      postgres.db,
    )
    return id
  }

  const find = (...keys: string[]) => postgresContentStore(postgres).read.transfer.bySourceKey(keys)

  test('are found, and a duplicate key belongs to the oldest item', async () => {
    const first = await insert({ sourceKey: 'same' })
    const second = await insert({ sourceKey: 'same' })
    await insert({ sourceKey: 5 })
    await insert({ sourceKey: 'x'.repeat(3_000) })
    await migrateContent(postgres)
    const found = { type: 'post', id: first, slug: first }
    expect([...(await find('same', '5', 'x'.repeat(3_000)))]).toEqual([['same', found]])
    // The newer item with the same key can still be changed and deleted.
    await sql`update posts set metadata = '{"sourceKey":"same","a":1}', revision = 2 where id = ${second}`.execute(
      postgres.db,
    )
    await sql`delete from posts where id = ${second}`.execute(postgres.db)
    expect([...(await find('same')).values()]).toEqual([found])
  })

  test('stay correct if the earlier version writes after the migration', async () => {
    await migrateContent(postgres)
    const id = await insert({ sourceKey: 'a' })
    expect((await find('a')).get('a')).toEqual({ type: 'post', id, slug: id })
    await sql`update posts set metadata = '{"sourceKey":"b"}' where id = ${id}`.execute(postgres.db)
    expect([...(await find('a', 'b')).keys()]).toEqual(['b'])
    await sql`delete from posts where id = ${id}`.execute(postgres.db)
    expect(await find('a', 'b')).toEqual(new Map())
  })
})
