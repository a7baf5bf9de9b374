import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { type FreshSchema, freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fillTerms, fillTermsPart } from '../src/adapters/postgres/fill-terms.ts'
import { migrateContent } from '../src/adapters/postgres/migrate.ts'
import type { ContentTables } from '../src/adapters/postgres/schema.ts'
import { postgresContentStore } from '../src/adapters/postgres/store.ts'
import type { JsonObject } from '../src/core/json.ts'
import { termKinds } from '../src/core/posts/terms.ts'
import { samplePost } from './contracts/samples.ts'

const { skip } = await testPostgres()
const log = createLogger('test', 'silent')

describe.skipIf(skip)(label('terms of posts stored before the table `terms` existed', skip), () => {
  let schema: FreshSchema
  let postgres: ReturnType<typeof openPostgres<ContentTables>>
  beforeEach(async () => {
    schema = await freshSchema('content-fill')
    postgres = openPostgres<ContentTables>({ ...schema, log })
    await migrateContent(postgres)
  })
  afterEach(async () => {
    await postgres.close()
    await schema.drop()
  })

  const store = () => postgresContentStore(postgres)
  const listed = () =>
    Promise.all(termKinds.map((kind) => store().read.posts.terms({ kind, search: '', limit: 50, offset: 0 })))
  const write = (...metadata: JsonObject[]) =>
    store().write(async (tx) => {
      const posts = metadata.map((each) => samplePost({ metadata: each }))
      for (const post of posts) await tx.posts.insert(post)
      return posts
    })
  /** Runs `work` like an old version, which does not write the table `terms`. */
  const asOldVersion = async <T>(work: () => Promise<T>): Promise<T> => {
    await sql`create function ignored() returns trigger language plpgsql as 'begin return null; end'`.execute(
      postgres.db,
    )
    await sql`create trigger ignored before insert or delete on terms for each row execute function ignored()`.execute(
      postgres.db,
    )
    const result = await work()
    await sql`drop function ignored() cascade`.execute(postgres.db)
    return result
  }
  const edgeCases: JsonObject[] = [
    { category: 7, tags: 'text' },
    { category: '', tags: [1, null, 'x'.repeat(201)] },
    {},
  ]

  test('are added after startup, in batches of any size', async () => {
    const usual = { category: 'News', tags: ['red', 'Äpfel', '🎉 "quoted" \\'] }
    const names = Array.from({ length: 12 }, (_, n) => ({
      category: `Category ${n}`,
      tags: [`tag ${n}`, `more ${n}`],
    }))
    await write(usual, ...edgeCases, ...names)
    const expected = await listed()
    await sql`delete from terms where folded <> 'red'`.execute(postgres.db)
    await fillTerms({ postgres, size: 3 })
    expect(await listed()).toEqual(expected)
    await sql`delete from terms`.execute(postgres.db)
    const part = fillTermsPart({ postgres, log })
    await part.start()
    await vi.waitFor(async () => expect(await listed()).toEqual(expected), { timeout: 5_000 })
    await part.stop()
  })

  test("are added if old replicas write posts, and removed if they delete a term's last post", async () => {
    const [first] = await write({ category: 'Old', tags: ['kept'] }, { tags: ['kept'] })
    await asOldVersion(async () => {
      await store().write(async (tx) => {
        if (first) await tx.posts.delete([first])
      })
      await write({ category: 'New', tags: ['fresh'] })
    })
    const names = async () =>
      (await listed()).map(({ items, total }) => [total, items.map(({ name }) => name).toSorted()])
    expect((await names()).slice(0, 2)).toEqual([
      [1, []],
      [1, ['kept']],
    ])
    await fillTerms({ postgres, size: 2 })
    expect((await names()).slice(0, 2)).toEqual([
      [1, ['New']],
      [2, ['fresh', 'kept']],
    ])
  })

  test('are not written if none are missing', async () => {
    await write({ category: 'News' }, ...edgeCases)
    const version = sql<{ xmin: string }>`select array_agg(xmin::text order by key) as xmin from terms`
    const before = (await version.execute(postgres.db)).rows
    await fillTerms({ postgres })
    expect((await version.execute(postgres.db)).rows).toEqual(before)
  })
})
