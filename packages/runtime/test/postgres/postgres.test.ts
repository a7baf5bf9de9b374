import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/log/index.ts'
import {
  jsonb,
  migrate,
  openPostgres,
  type Postgres,
  transactionWithRetry,
  uniqueViolation,
} from '../../src/postgres/index.ts'

interface Tables {
  counters: { id: string; value: number; items: unknown }
}

const log = createLogger('test', 'silent')
const { skip } = await testPostgres()
const unavailable = { kind: 'unavailable', code: 'STORAGE_UNAVAILABLE' }
const migrations = {
  '0001-initial': {
    up: async (db: Postgres<Tables>['db']) => {
      await sql`create table counters (id text primary key, value bigint not null default 0, items jsonb)`.execute(
        db,
      )
    },
  },
}

describe.skipIf(skip !== undefined)(label('postgres', skip), () => {
  let testSchema: Awaited<ReturnType<typeof freshSchema>>
  let postgres: Postgres<Tables>
  const open = (extra = {}) =>
    openPostgres<Tables>({ url: testSchema.url, schema: testSchema.schema, log, ...extra })

  beforeAll(async () => {
    testSchema = await freshSchema('postgres')
    postgres = open()
    await migrate(postgres, migrations)
  })

  afterAll(async () => {
    await postgres.close()
    await testSchema.drop()
  })
  const terminate = async (where: string): Promise<void> => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${where} and pid <> pg_backend_pid()`.execute(postgres.db)
  }

  describe('values', () => {
    it('reads int8 and count(*) as numbers', async () => {
      const { rows } =
        await sql`select 9007199254740991::int8 as large, count(*) as count from (values (1), (2)) as v`.execute(
          postgres.db,
        )
      expect(rows).toEqual([{ large: Number.MAX_SAFE_INTEGER, count: 2 }])
    })

    it('rejects an int8 beyond the safe integers, and keeps the connection usable', async () => {
      await expect(sql`select 9007199254740993::int8 as value`.execute(postgres.db)).rejects.toThrow(
        RangeError,
      )
      await postgres.ping()
    })

    it('writes arrays, strings and null into jsonb', async () => {
      for (const [id, items] of Object.entries({ list: [1, 'a', { b: [] }], text: 'text', nothing: null })) {
        await postgres.db
          .insertInto('counters')
          .values({ id, value: 0, items: jsonb(items) })
          .execute()
        expect(
          await postgres.db.selectFrom('counters').select('items').where('id', '=', id).executeTakeFirst(),
        ).toEqual({ items })
      }
    })
  })

  it.each([
    '53000',
    '53100',
    '53200',
    '53300',
    '53400',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '58000',
    '58030',
    '25006',
    '55P03',
    '08006',
  ])('reports STORAGE_UNAVAILABLE for a temporary failure of the server: SQLSTATE %s', async (state) => {
    const failing = sql.raw(`do $$ begin raise exception 'inside' using errcode = '${state}'; end $$`)
    await expect(failing.execute(postgres.db)).rejects.toMatchObject({
      ...unavailable,
      cause: { code: state },
    })
    await postgres.ping()
  })

  it.each(['23502', '22003', '42601', 'XX001'])('does not replace errors with SQLSTATE %s', async (state) => {
    const failing = sql.raw(`do $$ begin raise exception 'inside' using errcode = '${state}'; end $$`)
    await expect(failing.execute(postgres.db)).rejects.toMatchObject({ code: state })
  })

  it('finds unqualified names only in its own schema', async () => {
    const { rows } = await sql`select current_schemas(false)::text as path`.execute(postgres.db)
    expect(rows).toEqual([{ path: `{${testSchema.schema}}` }])
  })

  it.each(['', 'Upper', 'a-b', 'a b', 'a"b', '1a', 'x'.repeat(49)])(
    'refuses the schema name %j',
    (schema) => {
      expect(() => openPostgres({ url: testSchema.url, schema, log })).toThrow(TypeError)
    },
  )

  it('parses a frequent statement once per connection', async () => {
    const single = open({ maxConnections: 1 })
    const reads = () => single.db.selectFrom('counters').select('value').where('id', '=', 'often').execute()
    for (let n = 0; n < 6; n++) await reads()
    const counted = sql<{ n: number }>`
      select count(*) as n from pg_prepared_statements where statement like '%from "counters"%'`
    expect((await counted.execute(single.db)).rows).toEqual([{ n: 1 }])
    await sql`alter table counters add column added text`.execute(postgres.db)
    expect(await reads()).toEqual([])
    await sql`alter table counters drop column added`.execute(postgres.db)
    await single.close()
  })

  it('includes the caller in the stack of a failed statement', async () => {
    const callingFunction = async () => {
      await sql`select nothing`.execute(postgres.db)
    }
    const error = await callingFunction().catch((failure: Error) => failure)
    expect(error).toMatchObject({
      message: 'column "nothing" does not exist',
      stack: expect.stringContaining('callingFunction'),
    })
  })

  it('returns the violated constraint', async () => {
    const insert = () =>
      postgres.db
        .insertInto('counters')
        .values({ id: 'twice', value: 0, items: jsonb({}) })
        .execute()
    await insert()
    const error = await insert().catch((thrown: unknown) => thrown)
    expect(uniqueViolation(error)).toBe('counters_pkey')
    expect(uniqueViolation(new Error('other'))).toBeUndefined()
    expect(uniqueViolation(undefined)).toBeUndefined()
  })

  describe('a prepared query', () => {
    it('is parsed once per connection, and reads values like other queries', async () => {
      const single = open({ maxConnections: 1 })
      const double = single.prepare<{ twice: number }>('select $1::int8 * 2 as twice')
      for (const n of [1, 2, 3]) expect(await double([n])).toEqual([{ twice: n * 2 }])
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(
        single.db,
      )
      expect(rows).toEqual([{ n: 1 }])
      await single.close()
    })

    it('works again after its connections are terminated', async () => {
      const other = open({ applicationName: 'prepared' })
      const one = other.prepare<{ one: number }>('select 1 as one')
      expect(await one([])).toEqual([{ one: 1 }])
      await terminate('prepared')
      await expect.poll(() => one([]).catch(() => undefined), { timeout: 20_000 }).toEqual([{ one: 1 }])
      await other.close()
    })

    it('fails with STORAGE_UNAVAILABLE while the server is down', async () => {
      const nowhere = openPostgres<Tables>({ url: 'postgres://u:p@127.0.0.1:1/none', schema: 'none', log })
      await expect(nowhere.prepare('select 1')([])).rejects.toMatchObject(unavailable)
      await nowhere.close()
    })
  })

  describe('transactionWithRetry', () => {
    it('loses no update of concurrent serializable writers', async () => {
      await postgres.db
        .insertInto('counters')
        .values({ id: 'shared', value: 0, items: jsonb({}) })
        .execute()
      const increment = () =>
        transactionWithRetry(
          postgres,
          async (tx) => {
            const { value } = await tx
              .selectFrom('counters')
              .select('value')
              .where('id', '=', 'shared')
              .executeTakeFirstOrThrow()
            await tx
              .updateTable('counters')
              .set({ value: value + 1 })
              .where('id', '=', 'shared')
              .execute()
          },
          { isolation: 'serializable', attempts: 50 },
        )
      await Promise.all(Array.from({ length: 20 }, increment))
      expect(
        await postgres.db
          .selectFrom('counters')
          .select('value')
          .where('id', '=', 'shared')
          .executeTakeFirst(),
      ).toEqual({ value: 20 })
    })

    it('fails after the last attempt, and immediately on errors that a retry cannot fix', async () => {
      let runs = 0
      const failing = (code: string) => async () => {
        runs++
        throw Object.assign(new Error('refused'), { code })
      }
      await expect(transactionWithRetry(postgres, failing('40P01'), { attempts: 3 })).rejects.toThrow(
        'refused',
      )
      expect(runs).toBe(3)
      await expect(transactionWithRetry(postgres, failing('23505'), { attempts: 3 })).rejects.toThrow(
        'refused',
      )
      expect(runs).toBe(4)
    })
  })
})
