import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { afterAll, describe } from 'vitest'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import { postgresModelStore } from '../../src/adapters/postgres/model-store.ts'
import type { PublisherTables } from '../../src/adapters/postgres/schema.ts'
import { memoryModelStore } from '../memory/model-store.ts'
import { modelStoreContract } from './model-store.contract.ts'

describe('in-memory read model', () => {
  modelStoreContract(async () => memoryModelStore())
})

const { skip } = await testPostgres()
describe.skipIf(skip)(label('Postgres read model', skip), () => {
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing) await close()
  })
  modelStoreContract(async () => {
    const schema = await freshSchema('publisher-model')
    const postgres = openPostgres<PublisherTables>({ ...schema, log: createLogger('test', 'silent') })
    closing.push(async () => {
      await postgres.close()
      await schema.drop()
    })
    await migrate(postgres, migrations)
    return postgresModelStore(postgres)
  })
})
