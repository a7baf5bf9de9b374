import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { type FreshSchema, freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresBlobLedger } from '../../src/adapters/postgres/blob-ledger.ts'
import { postgresFileStore } from '../../src/adapters/postgres/file-store.ts'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import { postgresReferenceStore } from '../../src/adapters/postgres/reference-store.ts'
import { postgresRenditionStore } from '../../src/adapters/postgres/rendition-store.ts'
import type { MediaTables } from '../../src/adapters/postgres/schema.ts'
import { memoryBlobLedger } from '../memory/blob-ledger.ts'
import { memoryFileStore } from '../memory/file-store.ts'
import { memoryReferenceStore } from '../memory/reference-store.ts'
import { memoryRenditionStore } from '../memory/rendition-store.ts'
import { blobLedgerContract } from './blob-ledger.contract.ts'
import { aFile, fileStoreContract } from './file-store.contract.ts'
import { referenceStoreContract } from './reference-store.contract.ts'
import { renditionStoreContract } from './rendition-store.contract.ts'

describe('memory', () => {
  describe('file store', () =>
    fileStoreContract(async () => {
      const store = memoryFileStore()
      return { store, facts: async () => store.facts() }
    }))
  describe('reference store', () => referenceStoreContract(async () => memoryReferenceStore()))
  describe('rendition store', () =>
    renditionStoreContract(async () => {
      const files = memoryFileStore()
      return { store: memoryRenditionStore(files), files, facts: async () => files.facts() }
    }))
  describe('blob ledger', () =>
    blobLedgerContract(async () => {
      const files = memoryFileStore()
      const stores = { files, renditions: memoryRenditionStore(files) }
      return { ledger: memoryBlobLedger(stores), ...stores }
    }))
})

const { skip } = await testPostgres()
describe.skipIf(skip)(label('postgres', skip), () => {
  let schema: FreshSchema
  let postgres: ReturnType<typeof openPostgres<MediaTables>>
  beforeAll(async () => {
    schema = await freshSchema('media-stores')
    postgres = openPostgres<MediaTables>({ ...schema, log: createLogger('test', 'silent') })
    await migrate(postgres, migrations)
    // Test databases sort by bytes, but many production databases use a linguistic collation.
    await sql`alter table renditions alter column blob_key type text collate "en-x-icu"`.execute(postgres.db)
  })
  afterAll(async () => {
    await postgres.close()
    await schema.drop()
  })
  const empty = () =>
    sql`truncate files, upload_keys, file_ids, renditions, rendition_tasks, outbox, referencing_items, file_uses, reference_cursor`.execute(
      postgres.db,
    )

  const facts = () =>
    postgres.db.selectFrom('outbox').select(['type', 'entity', 'revision']).orderBy('position').execute()

  describe('file store', () =>
    fileStoreContract(async () => {
      await empty()
      return { store: postgresFileStore(postgres), facts: facts as never }
    }))
  describe('rendition store', () =>
    renditionStoreContract(async () => {
      await empty()
      return { store: postgresRenditionStore(postgres), files: postgresFileStore(postgres), facts }
    }))
  describe('blob ledger', () =>
    blobLedgerContract(async () => {
      await empty()
      return {
        ledger: postgresBlobLedger(postgres.db),
        files: postgresFileStore(postgres),
        renditions: postgresRenditionStore(postgres),
      }
    }))
  describe('reference store', () =>
    referenceStoreContract(async () => {
      await empty()
      return postgresReferenceStore(postgres)
    }))

  test('a write that Postgres aborts because of a deadlock is retried from its start', async () => {
    await empty()
    const store = postgresFileStore(postgres)
    const [a, b] = [aFile({ caption: '' }), aFile({ caption: '' })]
    await store.write(async (tx) => {
      await tx.insert(a)
      await tx.insert(b)
    })
    let tries = 0
    let holding = 0
    const bothHold = Promise.withResolvers<void>()
    /**
     * Appends the letter to both files. The first attempt of each writer waits until both writers have locked
     * their first file.
     */
    const append = (letter: string, ids: readonly string[]) =>
      store.write(async (tx) => {
        tries++
        for (const [at, id] of ids.entries()) {
          const file = await tx.getForUpdate(id)
          if (!file) throw new Error('the file is gone')
          await tx.update({ ...file, caption: file.caption + letter })
          if (at > 0) continue
          if (++holding === 2) bothHold.resolve()
          await bothHold.promise
        }
      })
    await Promise.all([append('x', [a.id, b.id]), append('y', [b.id, a.id])])
    const captions = await Promise.all(
      [a.id, b.id].map(async (id) => [...((await store.get(id))?.caption ?? '')].sort().join('')),
    )
    expect([captions, tries]).toEqual([['xy', 'xy'], 3])
  })
})
