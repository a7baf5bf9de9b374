import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import { postgresRequestCounts } from '../../src/adapters/postgres/request-counts.ts'
import type { IdentityTables } from '../../src/adapters/postgres/schema.ts'
import { postgresIdentityStore } from '../../src/adapters/postgres/store.ts'
import type { RequestCounts } from '../../src/core/requests/request-counts.ts'
import { memoryRequestCounts } from '../memory/request-counts.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)

function requestCountsContract(open: () => RequestCounts): void {
  it('adds to the time window of a caller until the window ends', async () => {
    const counts = open()
    expect(await counts.add([{ caller: 'a', requests: 3 }], at(0), at(60))).toEqual([
      { caller: 'a', used: 3, endsAt: at(60) },
    ])
    const both = [
      { caller: 'a', requests: 2 },
      { caller: 'b', requests: 1 },
    ]
    const windows = await counts.add(both, at(30), at(90))
    expect(windows.toSorted((a, b) => (a.caller < b.caller ? -1 : 1))).toEqual([
      { caller: 'a', used: 5, endsAt: at(60) },
      { caller: 'b', used: 1, endsAt: at(90) },
    ])
    expect(await counts.add([{ caller: 'a', requests: 1 }], at(60), at(120))).toEqual([
      { caller: 'a', used: 1, endsAt: at(120) },
    ])
  })

  it('loses no counts of parallel calls, in any order of callers', async () => {
    const counts = open()
    const callers = Array.from({ length: 50 }, (_, index) => ({ caller: `parallel-${index}`, requests: 1 }))
    const calls = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? callers : callers.toReversed()))
    await Promise.all(calls.map((each) => counts.add(each, at(0), at(60))))
    const windows = await counts.add(callers, at(1), at(61))
    expect(new Set(windows.map(({ used }) => used))).toEqual(new Set([11]))
  })
}

describe('the memory counts', () => requestCountsContract(memoryRequestCounts))

const { skip } = await testPostgres()

describe.skipIf(skip)(label('the Postgres counts', skip), () => {
  let opened: Awaited<ReturnType<typeof openFresh>>
  beforeAll(async () => {
    opened = await openFresh()
  })
  afterAll(() => opened.close())
  requestCountsContract(() => opened.counts)

  it('are purged after their window has ended', async () => {
    const { counts, store, rows } = opened
    await counts.add([{ caller: 'purged', requests: 1 }], at(0), at(60))
    const limits = { sessionsExpiredAt: at(61), countersTouchedAt: at(0), devicesUsedAt: at(0) }
    await store.purge(limits, 500)
    expect(await rows()).not.toContain('purged')
  })
})

async function openFresh() {
  const { url, schema, drop } = await freshSchema('request_counts')
  const postgres = openPostgres<IdentityTables>({ url, schema, log: createLogger('test', 'silent') })
  await migrate(postgres, migrations)
  return {
    counts: postgresRequestCounts(postgres),
    store: postgresIdentityStore(postgres),
    rows: async () =>
      (await postgres.db.selectFrom('request_windows').select('caller').execute()).map(
        ({ caller }) => caller,
      ),
    close: async () => {
      await postgres.close()
      await drop()
    },
  }
}
