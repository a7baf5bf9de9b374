import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres, uuidv7 } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { afterAll, describe } from 'vitest'
import { memoryGenerationLedger } from '../../src/adapters/memory/ledger.ts'
import { postgresGenerationLedger } from '../../src/adapters/postgres/ledger.ts'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import type { PublisherTables } from '../../src/adapters/postgres/schema.ts'
import { eventBurstsContract } from './event-bursts.contract.ts'
import { generationLedgerContract } from './generation-ledger.contract.ts'

describe('memory generation ledger', () => {
  const open = async () => {
    const ledger = memoryGenerationLedger()
    return { ledger, newId: uuidv7, facts: async () => ledger.facts.map(({ type }) => type) }
  }
  generationLedgerContract(open)
  eventBurstsContract(open)
})

const { skip } = await testPostgres()
describe.skipIf(skip)(label('postgres generation ledger', skip), () => {
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
      ledger: postgresGenerationLedger(postgres.db),
      newId: uuidv7,
      facts: async () => (await postgres.db.selectFrom('outbox').select('type').orderBy('position').execute()).map(({ type }) => type),
    }
  }
  generationLedgerContract(open)
  eventBurstsContract(open)
})
