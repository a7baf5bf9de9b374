import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { type FreshSchema, freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { postgresChangeFeed } from '../../src/adapters/postgres/changes.ts'
import { migrateContent } from '../../src/adapters/postgres/migrate.ts'
import type { ContentTables } from '../../src/adapters/postgres/schema.ts'
import type { ItemChange } from '../../src/core/changes.ts'

const { skip } = await testPostgres()

describe.skipIf(skip)(label('change feed in postgres', skip), () => {
  let schema: FreshSchema
  let postgres: ReturnType<typeof openPostgres<ContentTables>>
  beforeAll(async () => {
    schema = await freshSchema('content-changes')
    postgres = openPostgres<ContentTables>({ ...schema, log: createLogger('test', 'silent') })
    await migrateContent(postgres)
  })
  beforeEach(() => sql`truncate posts, pages, post_facets, changes`.execute(postgres.db))
  afterAll(async () => {
    await postgres.close()
    await schema.drop()
  })

  async function since(cursor?: string): Promise<{ changes: ItemChange[]; cursor: string; chunks: number }> {
    const all: ItemChange[] = []
    let next = ''
    let chunks = 0
    for await (const chunk of postgresChangeFeed(postgres.db).since(cursor)) {
      all.push(...chunk.changes)
      next = chunk.cursor ?? next
      chunks++
    }
    return { changes: all, cursor: next, chunks }
  }
  const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const insertPosts = (from: number, to: number, db = postgres.db) =>
    sql`insert into posts select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 't', 's' || n, 'draft', 'a', now(), now(), 1, '{}', '', '', '', '{}'
      from generate_series(${from}::int, ${to}::int) n`.execute(db)

  test('without a cursor all items are returned, including deleted ones', async () => {
    await insertPosts(1, 2)
    await sql`insert into pages select ${idOf(3)}::uuid, 't', 's', 'draft', 'normal', null, '{s}', now(), now(), 4, '{}', '', ''`.execute(
      postgres.db,
    )
    await sql`delete from posts where id = ${idOf(1)}`.execute(postgres.db)
    const { changes } = await since()
    expect(changes.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { type: 'post', id: idOf(1), revision: 2, deleted: true },
      { type: 'post', id: idOf(2), revision: 1, deleted: false },
      { type: 'page', id: idOf(3), revision: 4, deleted: false },
    ])
  })

  test('with a cursor only later changes are returned', async () => {
    await insertPosts(1, 3)
    // The feed repeats changes while an older transaction runs in any schema.
    const cursor = await vi.waitFor(async () => {
      const now = (await since()).cursor
      expect((await since(now)).changes).toEqual([])
      return now
    }, 10_000)
    await sql`update posts set revision = revision + 1 where id = ${idOf(2)}`.execute(postgres.db)
    expect((await since(cursor)).changes).toEqual([
      { type: 'post', id: idOf(2), revision: 2, deleted: false },
    ])
  })

  test('a change that started before the cursor and committed after it is not lost', async () => {
    const slow = await postgres.db.startTransaction().execute()
    await insertPosts(1, 1, slow as never)
    await insertPosts(2, 2)
    const first = await since()
    expect(first.changes.map(({ id }) => id)).toEqual([idOf(2)])
    await insertPosts(3, 3)
    const second = await since(first.cursor)
    await slow.commit().execute()
    expect((await since(second.cursor)).changes.map(({ id }) => id)).toContain(idOf(1))
  })

  test('with 16 writers every acknowledged change is in the next response', async () => {
    let cursor: string | undefined
    const seen = new Set<string>()
    const written = new Set<string>()
    let running = true
    const writer = async (n: number) => {
      for (let i = 0; i < 15; i++) {
        const id = n * 100 + i
        await postgres.db.transaction().execute(async (tx) => {
          await insertPosts(id, id, tx as never)
          await sql`select pg_sleep(random() * 0.01)`.execute(tx)
        })
        written.add(idOf(id))
      }
    }
    const reader = (async () => {
      while (running) {
        const before = [...written]
        const answer = await since(cursor)
        cursor = answer.cursor
        for (const { id } of answer.changes) seen.add(id)
        expect(before.filter((id) => !seen.has(id))).toEqual([])
      }
    })()
    await Promise.all(Array.from({ length: 16 }, (_, n) => writer(n + 1)))
    running = false
    await reader
    for (const { id } of (await since(cursor)).changes) seen.add(id)
    expect(seen.size).toBe(240)
  })

  test('many changes are sent in chunks of 1,000, the last one with the cursor', async () => {
    await insertPosts(1, 2000)
    const answer = await since()
    expect([answer.changes.length, answer.chunks]).toEqual([2000, 2])
    expect(new Set(answer.changes.map(({ id }) => id)).size).toBe(2000)
  })

  test.each(['', 'x', '1:5', '123:99999999999999999999999', '0:0'])(
    'an unknown cursor, "%s", returns all changes',
    async (cursor) => {
      await insertPosts(1, 1)
      expect((await since(cursor)).changes).toHaveLength(1)
    },
  )
})
