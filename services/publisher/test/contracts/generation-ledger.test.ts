import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres, uuidv7 } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresGenerationLedger } from '../../src/adapters/postgres/ledger.ts'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import type { PublisherTables } from '../../src/adapters/postgres/schema.ts'
import { memoryGenerationLedger } from '../memory/ledger.ts'
import { eventBurstsContract } from './event-bursts.contract.ts'
import { generationLedgerContract } from './generation-ledger.contract.ts'

describe('in-memory generation ledger', () => {
  const open = async () => {
    const ledger = memoryGenerationLedger()
    return { ledger, newId: uuidv7, facts: async () => ledger.facts.map(({ type }) => type) }
  }
  generationLedgerContract(open)
  eventBurstsContract(open)
})

const { skip } = await testPostgres()
describe.skipIf(skip)(label('Postgres generation ledger', skip), () => {
  const closers: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })

  const open = async () => {
    const { url, schema, drop } = await freshSchema('publisher-ledger')
    const postgres = openPostgres<PublisherTables>({ url, schema, log: createLogger('test', 'silent') })
    closers.push(drop, postgres.close)
    await migrate(postgres, migrations)
    return {
      postgres,
      ledger: postgresGenerationLedger(postgres.db),
      newId: uuidv7,
      facts: async () =>
        (await postgres.db.selectFrom('outbox').select('type').orderBy('position').execute()).map(
          ({ type }) => type,
        ),
    }
  }
  generationLedgerContract(open)
  eventBurstsContract(open)

  it('keeps 200 completed generations of each trigger', async () => {
    const { postgres, ledger, newId } = await open()
    const options = { outputDir: '_site', baseUrl: '', cleanUrls: true }
    const complete = async (trigger: 'manual' | 'event', n: number) => {
      const { id } = await ledger.request({ id: newId(), trigger, options, dueAt: new Date(0) })
      const token = await ledger.start(id, options, new Date(n))
      const data = { id, trigger, outputDir: '_site', pagesTotal: 1, pagesWritten: 1, durationMs: 5 }
      const end = {
        state: 'succeeded',
        finishedAt: new Date(n),
        pagesDone: 1,
        pagesTotal: 1,
        pagesWritten: 1,
      } as const
      await ledger.finish({ id, token }, { ...end, fact: { type: 'publisher.site.generated', data } })
      return id
    }
    const first = await complete('manual', 1)
    const ids: string[] = []
    for (let n = 2; n <= 203; n++) ids.push(await complete('event', n))
    const rows = await postgres.db.selectFrom('generations').select('id').orderBy('finished_at').execute()
    expect(rows.map(({ id }) => id)).toEqual([first, ...ids.slice(2)])
  })
})
