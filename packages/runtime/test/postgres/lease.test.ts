import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../src/log/index.ts'
import { holdLease, openPostgres } from '../../src/postgres/index.ts'

const log = createLogger('test', 'silent')
const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('lease', skip), () => {
  it('has one holder at a time, and a new one within 3 s after the holder loses its connection', async () => {
    const { url, schema } = await freshSchema('lease')
    const holders: string[] = []
    let most = 0
    const candidates = ['one', 'two'].map((name) => {
      const postgres = openPostgres({ url, schema, log, applicationName: `${schema}-${name}` })
      const part = holdLease({
        postgres,
        name: schema,
        log,
        work: async ({ signal }) => {
          holders.push(name)
          most = Math.max(most, holders.length)
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
          holders.splice(holders.indexOf(name), 1)
        },
      })
      return { name, postgres, part }
    })
    for (const { part } of candidates) await part.start()
    await vi.waitFor(() => expect(holders).toHaveLength(1), { timeout: 3_000 })
    const first = holders[0] as string
    const other = candidates.find(({ name }) => name !== first)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${`${schema}-${first}`}`.execute((other as (typeof candidates)[0]).postgres.db)
    await vi.waitFor(() => expect(holders).toEqual([other?.name]), { timeout: 3_000 })
    await other?.part.stop()
    await vi.waitFor(() => expect(holders).toEqual([first]), { timeout: 3_000 })
    for (const { part, postgres } of candidates) {
      await part.stop()
      await postgres.close()
    }
    expect(holders).toEqual([])
    expect(most).toBe(1)
  })
})
