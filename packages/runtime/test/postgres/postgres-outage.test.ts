import { setTimeout as sleep } from 'node:timers/promises'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../src/log/index.ts'
import { migrate, openPostgres, type Postgres } from '../../src/postgres/index.ts'

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

  describe('with failing or slow connections', () => {
    it.each([
      ['to a port', 'postgres://u:p@127.0.0.1:1/none'],
      ['to a Unix socket', 'postgres://u:p@127.0.0.1:1/none?host=/nowhere'],
    ])('opens even if it cannot connect %s; each query fails with STORAGE_UNAVAILABLE', async (_, url) => {
      const nowhere = openPostgres<Tables>({ url, schema: 'none', log })
      await expect(nowhere.ping()).rejects.toMatchObject(unavailable)
      await expect(nowhere.db.selectFrom('counters').selectAll().execute()).rejects.toMatchObject(unavailable)
      await expect(nowhere.db.transaction().execute(async () => undefined)).rejects.toMatchObject(unavailable)
      await expect(nowhere.dedicated()).rejects.toMatchObject(unavailable)
      const stop = await nowhere.listen('channel', () => undefined)
      await stop()
      await nowhere.close()
      await nowhere.close()
    })

    it('survives the loss of idle connections', async () => {
      const other = open({ applicationName: 'idle-loss' })
      await Promise.all([other.ping(), other.ping(), other.ping()])
      await terminate('idle-loss')
      await vi.waitFor(() => other.ping(), { timeout: 3_000 })
      await other.close()
    })

    it('survives the loss of a connection between two statements of a transaction', async () => {
      const other = open({ applicationName: 'tx-loss' })
      const broken = other.db.transaction().execute(async (tx) => {
        await sql`insert into counters (id) values ('lost')`.execute(tx)
        await terminate('tx-loss')
        await sleep(100)
        await sql`select 1`.execute(tx)
      })
      await expect(broken).rejects.toMatchObject(unavailable)
      await vi.waitFor(() => other.ping(), { timeout: 3_000 })
      expect(await other.db.selectFrom('counters').selectAll().where('id', '=', 'lost').execute()).toEqual([])
      await other.close()
    })

    it('cancels a statement that exceeds the timeout, with STORAGE_TIMEOUT', async () => {
      const other = open({ statementTimeoutMs: 100 })
      await expect(sql`select pg_sleep(5)`.execute(other.db)).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'STORAGE_TIMEOUT',
      })
      await other.ping()
      await other.close()
    })

    it('limits the wait for a connection, and logs which pool is exhausted', async () => {
      const lines: string[] = []
      const recordingLog = {
        ...log,
        error: (_fields: unknown, line: string) => lines.push(line),
      } as unknown as typeof log
      const other = open({ maxConnections: 1, log: recordingLog })
      const one = other.prepare('select 1')
      const gate = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      const holding = other.db.transaction().execute(() => {
        started.resolve()
        return gate.promise
      })
      await started.promise
      const exhausted = { ...unavailable, message: 'All database connections of this process are in use' }
      await Promise.all([
        expect(other.ping()).rejects.toMatchObject(exhausted),
        expect(one([])).rejects.toMatchObject(exhausted),
      ])
      expect(lines.join()).toContain('raise DATABASE_POOL_SIZE')
      gate.resolve()
      await holding
      await other.close()
    })
  })

  describe('listen', () => {
    it('receives notifications on its channel until it stops', async () => {
      const received: (string | undefined)[] = []
      const stop = await postgres.listen('Room "1"', (payload) => received.push(payload))
      const stopOther = await postgres.listen('room2', (payload) => received.push(`2:${payload}`))
      const notify = (channel: string, payload: string) =>
        sql`select pg_notify(${channel}, ${payload})`.execute(postgres.db)
      await notify('Room "1"', 'a')
      await notify('room2', 'b')
      await vi.waitFor(() => expect(received).toEqual(['a', '2:b']))
      await stop()
      await notify('Room "1"', 'c')
      await notify('room2', 'd')
      await vi.waitFor(() => expect(received).toEqual(['a', '2:b', '2:d']))
      await stopOther()
    })

    it('reconnects, and calls the listener once because it may have missed notifications', async () => {
      const other = open({ applicationName: 'listener' })
      const received: (string | undefined)[] = []
      await other.listen('phoenix', (payload) => received.push(payload))
      await terminate('listener')
      await vi.waitFor(() => expect(received).toEqual([undefined]), { timeout: 5_000 })
      await sql`select pg_notify('phoenix', 'after')`.execute(postgres.db)
      await vi.waitFor(() => expect(received).toEqual([undefined, 'after']))
      await other.close()
    })
  })
})
