import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../../src/log/index.ts'
import { jsonb, migrate, openPostgres, type Postgres } from '../../src/postgres/index.ts'

interface Tables {
  counters: { id: string; value: number; items: unknown }
}

const log = createLogger('test', 'silent')
const { skip } = await testPostgres()

const migrations = {
  '0001-initial': {
    up: async (db: Postgres<Tables>['db']) => {
      await sql`create table counters (id text primary key, value bigint not null default 0, items jsonb)`.execute(
        db,
      )
    },
  },
}

describe.skipIf(skip !== undefined)(label('migrate', skip), () => {
  it('runs each step once for concurrent callers', async () => {
    const own = await freshSchema('migrate')
    const replicas = Array.from({ length: 4 }, () =>
      openPostgres<Tables>({ url: own.url, schema: own.schema, log }),
    )
    await Promise.all(replicas.map((replica) => migrate(replica, migrations)))
    await migrate(replicas[0] as Postgres<Tables>, migrations)
    const { rows } = await sql`select name from kysely_migration`.execute(
      (replicas[0] as Postgres<Tables>).db,
    )
    expect(rows).toEqual([{ name: '0001-initial' }])
    await Promise.all(replicas.map((replica) => replica.close()))
    await own.drop()
  })

  it('succeeds while other schemas are dropped', async () => {
    const [own, other] = [await freshSchema('migrate'), await freshSchema('other')]
    const db = openPostgres<Tables>({ url: own.url, schema: own.schema, log })
    const dropper = openPostgres({ url: other.url, schema: other.schema, log })
    const dropping = new AbortController()
    const drop = async (name: string) => {
      const schema = sql.id(`${other.schema}_${name}`)
      while (!dropping.signal.aborted) {
        await sql`create schema ${schema} create table one (id serial) create table two (id serial)`.execute(
          dropper.db,
        )
        await sql`drop schema ${schema} cascade`.execute(dropper.db)
      }
    }
    const drops = Promise.all(['a', 'b', 'c'].map(drop))
    for (let round = 0; round < 20; round++) await migrate(db, migrations)
    dropping.abort()
    await drops
    expect((await sql`select name from kysely_migration`.execute(db.db)).rows).toHaveLength(1)
    await Promise.all([db.close(), dropper.close()])
    await Promise.all([own.drop(), other.drop()])
  })

  it('changes nothing when a step fails, and can be repeated', async () => {
    const own = await freshSchema('migrate')
    const db = openPostgres<Tables>({ url: own.url, schema: own.schema, log })
    const broken = {
      ...migrations,
      '0002-broken': { up: async () => Promise.reject(new Error('no such thing')) },
    }
    await expect(migrate(db, broken)).rejects.toThrow('Migration 0002-broken')
    await expect(db.db.selectFrom('counters').selectAll().execute()).rejects.toThrow('does not exist')
    await migrate(db, migrations)
    expect(await db.db.selectFrom('counters').selectAll().execute()).toEqual([])
    await db.close()
    await own.drop()
  })

  it('starts on the schema of a newer version, reports it and changes nothing', async () => {
    const own = await freshSchema('migrate')
    const warnings: unknown[] = []
    const heard = { ...log, warn: (fields: unknown) => warnings.push(fields) } as unknown as typeof log
    const older = openPostgres<Tables>({ url: own.url, schema: own.schema, log: heard })

    const addNote = async (db: Postgres<Tables>['db']) =>
      void (await sql`alter table counters add column note text`.execute(db))
    const newer = { ...migrations, '0002-note': { up: addNote } }
    await migrate(older, newer)
    await migrate(older, migrations)
    expect(warnings).toEqual([{ schema: own.schema, newerMigrations: ['0002-note'] }])
    await older.db
      .insertInto('counters')
      .values({ id: 'a', value: 1, items: jsonb([]) })
      .execute()
    expect(await older.db.selectFrom('counters').select(['id', 'value']).execute()).toEqual([
      { id: 'a', value: 1 },
    ])
    await migrate(older, newer)
    expect(warnings).toHaveLength(1)
    await older.close()
    await own.drop()
  })

  it.each([
    [
      'lacks a step of this version',
      { '0002-other': {} },
      { '0002-mine': {} },
      /0002-other and lacks 0002-mine/,
    ],
    [
      'has an unknown step between those of this version',
      { '0002-other': {}, '0003-mine': {} },
      { '0003-mine': {} },
      /0002-other/,
    ],
  ])('refuses a schema of another line of versions, which %s', async (_name, theirs, mine, message) => {
    const own = await freshSchema('migrate')
    const db = openPostgres<Tables>({ url: own.url, schema: own.schema, log })
    const steps = (extra: object) => ({
      ...migrations,
      ...Object.fromEntries(Object.keys(extra).map((name) => [name, { up: async () => undefined }])),
    })
    await migrate(db, steps(theirs))
    await expect(migrate(db, steps(mine))).rejects.toThrow(message)
    await db.close()
    await own.drop()
  })
})
