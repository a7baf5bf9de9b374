import { label, testPgBouncer } from '@typecase/testing/infra'
import { type FreshSchema, freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../src/log/index.ts'
import {
  holdLease,
  migrate,
  openPostgres,
  type Postgres,
  transactionWithRetry,
} from '../../src/postgres/index.ts'

interface Tables {
  marks: { id: number; place: string }
}

const log = createLogger('test', 'silent')
const { skip, ...urls } = await testPgBouncer()

const migrations = {
  '0001-initial': {
    up: async (db: Postgres<Tables>['db']) => {
      await sql`create table marks (id bigint primary key, place text not null default current_schema())`.execute(
        db,
      )
    },
  },
}

/** All pools of this file share the two connections of PgBouncer to PostgreSQL. */
describe.skipIf(skip !== undefined)(label('postgres behind PgBouncer in transaction mode', skip), () => {
  const schemas: FreshSchema[] = []
  const pools: Postgres<Tables>[] = []
  const open = ({ schema }: FreshSchema, extra = {}) => {
    const { url = '', directUrl = '' } = urls
    const pool = openPostgres<Tables>({ url, directUrl, poolMode: 'transaction', schema, log, ...extra })
    pools.push(pool)
    return pool
  }
  let one: Postgres<Tables>
  let two: Postgres<Tables>

  beforeAll(async () => {
    schemas.push(await freshSchema('bounced'), await freshSchema('bounced'))
    const [first, second] = schemas.map((schema) => open(schema)) as [Postgres<Tables>, Postgres<Tables>]
    one = first
    two = second
    await Promise.all([migrate(one, migrations), migrate(two, migrations)])
  })
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.close()))
    await Promise.all(schemas.map((schema) => schema.drop()))
  })

  it('runs concurrent statements and transactions in the schema of their pool', async () => {
    const write = ({ db }: Postgres<Tables>, n: number) =>
      n % 2 === 0
        ? sql`insert into marks (id) values (${n})`.execute(db)
        : db.transaction().execute(async (tx) => {
            await sql`insert into marks (id) values (${n})`.execute(tx)
            await sql`select 1`.execute(tx)
            await tx.updateTable('marks').set({ place: sql`current_schema()` }).where('id', '=', n).execute()
          })
    const numbers = Array.from({ length: 40 }, (_, n) => n)
    await Promise.all(numbers.flatMap((n) => [write(one, n), write(two, n)]))
    for (const pool of [one, two]) {
      const rows = await pool.db.selectFrom('marks').selectAll().orderBy('id').execute()
      expect(rows).toEqual(numbers.map((id) => ({ id, place: pool.schema })))
    }
  })

  it('leaves no settings and no prepared statements in the shared sessions', async () => {
    const mark = one.prepare<{ place: string }>('select place from marks where id = $1')
    expect(await Promise.all([0, 1, 2].map((id) => mark([id])))).toEqual(
      Array(3).fill([{ place: one.schema }]),
    )
    await one.db.transaction().execute((tx) => sql`select 1`.execute(tx))
    const state = sql`select current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
      (select count(*) from pg_prepared_statements) as prepared`
    const inside = await state.execute(one.db)
    expect(inside.rows).toEqual([{ path: one.schema, timeout: '10s', prepared: 0 }])
    const plain = new pg.Client({ connectionString: urls.url ?? '' })
    await plain.connect()
    const outside = await plain.query('show search_path; show statement_timeout')
    await plain.end()
    expect((outside as unknown as { rows: unknown[] }[]).map(({ rows }) => rows)).toEqual([
      [{ search_path: '"$user", public' }],
      [{ statement_timeout: '0' }],
    ])
  })

  it('cancels a statement that exceeds the timeout, inside and outside a transaction', async () => {
    const other = open(schemas[0] as FreshSchema, { statementTimeoutMs: 100 })
    const slow = sql`select pg_sleep(5)`
    await expect(slow.execute(other.db)).rejects.toMatchObject({ code: 'STORAGE_TIMEOUT' })
    await expect(other.db.transaction().execute((tx) => slow.execute(tx))).rejects.toMatchObject({
      code: 'STORAGE_TIMEOUT',
    })
    await other.ping()
  })

  it('rolls back a failed transaction and continues on the same connection', async () => {
    const single = open(schemas[0] as FreshSchema, { maxConnections: 1 })
    const failing = single.db.transaction().execute(async (tx) => {
      await sql`insert into marks (id) values (100)`.execute(tx)
      await sql`insert into marks (id) values (100)`.execute(tx)
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    await expect(sql`insert into marks (id) values (0)`.execute(single.db)).rejects.toMatchObject({
      code: '23505',
    })
    await expect(sql`select nothing`.execute(single.db)).rejects.toMatchObject({ code: '42703' })
    expect(await single.db.selectFrom('marks').select('id').where('id', '>=', 100).execute()).toEqual([])
    const level = await transactionWithRetry(single, (tx) => sql`show transaction_isolation`.execute(tx), {
      isolation: 'serializable',
    })
    expect(level.rows).toEqual([{ transaction_isolation: 'serializable' }])
  })

  it('is reported at startup if the pool mode of the service is session', async () => {
    const wrong = open(schemas[0] as FreshSchema, { poolMode: 'session' })
    await expect(migrate(wrong, migrations)).rejects.toThrow(
      'is PgBouncer: set DATABASE_POOL_MODE=transaction and DATABASE_DIRECT_URL',
    )
  })

  it('listens, and holds a lease, over the direct URL', async () => {
    const received: (string | undefined)[] = []
    const stop = await one.listen('bounced', (payload) => received.push(payload))
    await sql`select pg_notify('bounced', 'a')`.execute(two.db)
    await vi.waitFor(() => expect(received).toEqual(['a']))
    await stop()
    const holders: string[] = []
    const lease = (postgres: Postgres<Tables>, holder: string) =>
      holdLease({
        postgres,
        name: one.schema,
        log,
        work: async ({ signal }) => {
          holders.push(holder)
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        },
      })
    const [first, second] = [lease(one, 'one'), lease(two, 'two')]
    await first.start()
    await vi.waitFor(() => expect(holders).toEqual(['one']))
    await second.start()
    await first.stop()
    await vi.waitFor(() => expect(holders).toEqual(['one', 'two']), { timeout: 5_000 })
    await second.stop()
  })
})
