import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { type FreshSchema, freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrateContent } from '../src/adapters/postgres/migrate.ts'
import { terms } from '../src/adapters/postgres/migrations/0007-terms.ts'
import type { ContentTables } from '../src/adapters/postgres/schema.ts'
import { postgresContentStore } from '../src/adapters/postgres/store.ts'
import type { JsonObject } from '../src/core/json.ts'
import { termKinds } from '../src/core/posts/terms.ts'
import { samplePost } from './contracts/samples.ts'

const { skip } = await testPostgres()
const log = createLogger('test', 'silent')

describe.skipIf(skip)(label('terms of posts that an earlier version stored', skip), () => {
  let schema: FreshSchema
  let postgres: ReturnType<typeof openPostgres<ContentTables>>
  beforeEach(async () => {
    schema = await freshSchema('content-terms')
    postgres = openPostgres<ContentTables>({ ...schema, log })
    await migrateContent(postgres)
  })
  afterEach(async () => {
    await postgres.close()
    await schema.drop()
  })

  test('equal those that the current version stores', async () => {
    const edgeCases: JsonObject[] = [
      {},
      { category: 7, tags: 'text' },
      { category: null, tags: [1, null, 'Äpfel', 'x'.repeat(201), ''] },
    ]
    const usual = { category: 'News', tags: ['red', 'red', 'Äpfel', '🎉 "quoted" \\'] }
    const store = postgresContentStore(postgres)
    await store.write(async (tx) => {
      for (const metadata of [...edgeCases, usual]) await tx.posts.insert(samplePost({ metadata }))
      await tx.posts.insert(samplePost({ author: '' }))
    })
    const listed = () =>
      Promise.all(termKinds.map((kind) => store.read.posts.terms({ kind, search: '', limit: 20, offset: 0 })))
    const written = await listed()
    expect(written.map(({ total }) => total)).toEqual([1, 3, 1])
    await sql`drop table terms`.execute(postgres.db)
    await terms.up(postgres.db)
    expect(await listed()).toEqual(written)
  })
})
