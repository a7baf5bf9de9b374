import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { afterAll, describe } from 'vitest'
import { memoryPageRecordStore } from '../../src/adapters/memory/page-records.ts'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import { postgresPageRecordStore } from '../../src/adapters/postgres/page-records.ts'
import type { PublisherTables } from '../../src/adapters/postgres/schema.ts'
import { pageRecordStoreContract } from './page-record-store.contract.ts'

describe('memory record of pages', () => {
  pageRecordStoreContract(async () => memoryPageRecordStore())
})

const { skip } = await testPostgres()
describe.skipIf(skip)(label('Postgres record of pages', skip), () => {
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing) await close()
  })
  pageRecordStoreContract(async () => {
    const schema = await freshSchema('publisher-records')
    const postgres = openPostgres<PublisherTables>({ ...schema, log: createLogger('test', 'silent') })
    closing.push(async () => {
      await postgres.close()
      await schema.drop()
    })
    await migrate(postgres, migrations)
    return postgresPageRecordStore(postgres.db)
  })
})
