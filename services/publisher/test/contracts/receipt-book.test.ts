import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { afterAll, describe } from 'vitest'
import { memoryReceiptBook } from '../../src/adapters/memory/receipts.ts'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import { postgresReceiptBook } from '../../src/adapters/postgres/receipts.ts'
import type { PublisherTables } from '../../src/adapters/postgres/schema.ts'
import { receiptBookContract } from './receipt-book.contract.ts'

describe('memory receipts', () => {
  receiptBookContract(async () => memoryReceiptBook())
})

const { skip } = await testPostgres()
describe.skipIf(skip)(label('Postgres receipts', skip), () => {
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing) await close()
  })
  receiptBookContract(async () => {
    const schema = await freshSchema('publisher-receipts')
    const postgres = openPostgres<PublisherTables>({ ...schema, log: createLogger('test', 'silent') })
    closing.push(async () => {
      await postgres.close()
      await schema.drop()
    })
    await migrate(postgres, migrations)
    return postgresReceiptBook(postgres.db)
  })
})
