import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPgBouncer, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { describe } from 'vitest'
import { migrateContent } from '../../src/adapters/postgres/migrate.ts'
import type { ContentTables } from '../../src/adapters/postgres/schema.ts'
import { postgresContentStore } from '../../src/adapters/postgres/store.ts'
import { memoryContentStore } from '../memory/store.ts'
import { contentStoreContract } from './content-store.contract.ts'
import { invariantsContract } from './invariants.contract.ts'
import { listsContract } from './lists.contract.ts'
import { onceContract } from './once.contract.ts'
import type { OpenedStore } from './opened-store.ts'
import { postChangesContract } from './post-changes.contract.ts'
import { revisionsContract } from './revisions.contract.ts'
import { scheduleContract } from './schedule.contract.ts'
import { termsContract } from './terms.contract.ts'
import { transferContract } from './transfer.contract.ts'

async function openMemory(): Promise<OpenedStore> {
  const store = memoryContentStore()
  return { store, facts: async () => store.facts(), close: async () => undefined }
}

async function openInPostgres(pooler?: {
  readonly url: string
  readonly directUrl: string
}): Promise<OpenedStore> {
  const { url, schema, drop } = await freshSchema('content')
  const address = pooler ? { ...pooler, poolMode: 'transaction' as const } : { url }
  const postgres = openPostgres<ContentTables>({ ...address, schema, log: createLogger('test', 'silent') })
  await migrateContent(postgres)
  return {
    store: postgresContentStore(postgres),
    facts: async () =>
      (await postgres.db
        .selectFrom('outbox')
        .select(['type', 'entity', 'revision', 'data'])
        .orderBy('position')
        .execute()) as Awaited<ReturnType<OpenedStore['facts']>>,
    close: async () => {
      await postgres.close()
      await drop()
    },
  }
}

const { skip } = await testPostgres()
const { skip: skipPooled, url = '', directUrl = '' } = await testPgBouncer()
const openPooled = () => openInPostgres({ url, directUrl })

/** All tests of this suite share two server connections. */
describe.skipIf(skipPooled !== undefined)(label('postgres behind PgBouncer', skipPooled), () => {
  describe('content store', () => contentStoreContract(openPooled))
  describe('changes of posts', () => postChangesContract(openPooled))
  describe('idempotency keys', () => onceContract(openPooled))
  describe('invariants under concurrency', () => invariantsContract(openPooled))
})

for (const adapter of [
  { name: 'memory', open: openMemory, skip: undefined },
  { name: 'postgres', open: () => openInPostgres(), skip },
]) {
  describe.skipIf(adapter.skip !== undefined)(label(`${adapter.name}: content store`, adapter.skip), () =>
    contentStoreContract(adapter.open),
  )
  describe.skipIf(adapter.skip !== undefined)(label(`${adapter.name}: changes of posts`, adapter.skip), () =>
    postChangesContract(adapter.open),
  )
  describe.skipIf(adapter.skip !== undefined)(label(`${adapter.name}: idempotency keys`, adapter.skip), () =>
    onceContract(adapter.open),
  )
  describe.skipIf(adapter.skip !== undefined)(label(`${adapter.name}: revisions`, adapter.skip), () =>
    revisionsContract(adapter.open),
  )
  describe.skipIf(adapter.skip !== undefined)(label(`${adapter.name}: schedule`, adapter.skip), () =>
    scheduleContract(adapter.open),
  )
  describe.skipIf(adapter.skip !== undefined)(label(`${adapter.name}: lists`, adapter.skip), () =>
    listsContract(adapter.open),
  )
  describe.skipIf(adapter.skip !== undefined)(label(`${adapter.name}: terms`, adapter.skip), () =>
    termsContract(adapter.open),
  )
  describe.skipIf(adapter.skip !== undefined)(label(`${adapter.name}: transfer`, adapter.skip), () =>
    transferContract(adapter.open),
  )
  describe.skipIf(adapter.skip !== undefined)(
    label(`${adapter.name}: invariants under concurrency`, adapter.skip),
    () => invariantsContract(adapter.open),
  )
}
