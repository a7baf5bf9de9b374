import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe } from 'vitest'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import type { IdentityTables } from '../../src/adapters/postgres/schema.ts'
import { postgresIdentityStore } from '../../src/adapters/postgres/store.ts'
import { memoryIdentityStore } from '../memory/store.ts'
import { identityRacesContract } from './identity-races.contract.ts'
import { sessionRecordsContract } from './session-records.contract.ts'
import type { OpenedStore } from './stored.ts'
import { userRecordsContract } from './user-records.contract.ts'

function identityStoreContract(open: () => Promise<OpenedStore>): void {
  userRecordsContract(open)
  sessionRecordsContract(open)
  identityRacesContract(open)
}

describe('the memory store', () => {
  identityStoreContract(async () => {
    const store = memoryIdentityStore()
    return {
      store,
      facts: async () =>
        (await store.facts()).map(({ type, entity, revision }) => `${type} ${entity} ${revision}`),
    }
  })
})

const { skip } = await testPostgres()

describe.skipIf(skip)(label('the Postgres store', skip), () => {
  let opened: OpenedStore & { clear(): Promise<void>; close(): Promise<void> }
  beforeAll(async () => {
    opened = await openFresh()
  })
  afterAll(() => opened.close())
  identityStoreContract(async () => {
    await opened.clear()
    return opened
  })
})

async function openFresh() {
  const { url, schema, drop } = await freshSchema('identity_store')
  const postgres = openPostgres<IdentityTables>({ url, schema, log: createLogger('test', 'silent') })
  await migrate(postgres, migrations)
  return {
    store: postgresIdentityStore(postgres),
    facts: async () => {
      const rows = await postgres.db
        .selectFrom('outbox')
        .select(['type', 'entity', 'revision'])
        .orderBy('position')
        .execute()
      return rows.map(({ type, entity, revision }) => `${type} ${entity} ${revision}`)
    },
    clear: async () => {
      await sql`truncate users, sessions, devices, login_counters, finished_setup, outbox`.execute(
        postgres.db,
      )
    },
    close: async () => {
      await postgres.close()
      await drop()
    },
  }
}
