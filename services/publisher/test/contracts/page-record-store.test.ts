import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import { postgresPageRecordStore } from '../../src/adapters/postgres/page-records.ts'
import type { PublisherTables } from '../../src/adapters/postgres/schema.ts'
import { memoryPageRecordStore } from '../memory/page-records.ts'
import { pageRecordStoreContract } from './page-record-store.contract.ts'

describe('in-memory page record store', () => {
  pageRecordStoreContract(async () => memoryPageRecordStore())
})

const { skip } = await testPostgres()
describe.skipIf(skip)(label('Postgres page record store', skip), () => {
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing) await close()
  })
  const opened = async () => {
    const schema = await freshSchema('publisher-records')
    const postgres = openPostgres<PublisherTables>({ ...schema, log: createLogger('test', 'silent') })
    closing.push(async () => {
      await postgres.close()
      await schema.drop()
    })
    await migrate(postgres, migrations)
    return postgres
  }
  pageRecordStoreContract(async () => postgresPageRecordStore((await opened()).db))

  it('the migration groups the links of existing reports', async () => {
    const { db } = await opened()
    const listed = [
      ['a.html', '/x/'],
      ['a.html', '/y/'],
      ['b.html', '/y/'],
    ].map(([page, link]) => ({ page, link }))
    await sql`alter table link_reports drop column links`.execute(db)
    const id = '00000000-0000-7000-8000-000000000001'
    await sql`insert into link_reports values ('x', ${id}, now(), 2, 3, ${JSON.stringify(listed)}),
      ('y', ${id}, now(), 2, 0, '[]')`.execute(db)
    await migrations['0010-broken-links']?.up(db)
    const store = postgresPageRecordStore(db)
    for (const outputDir of ['x', 'y']) await store.showLinkReport(outputDir, id)
    expect(await store.brokenLinks('x', { limit: 9, offset: 0 })).toEqual({
      items: [
        { link: '/y/', pagesTotal: 2, pages: ['a.html', 'b.html'] },
        { link: '/x/', pagesTotal: 1, pages: ['a.html'] },
      ],
      total: 2,
    })
    expect(await store.brokenLinks('y', { limit: 9, offset: 0 })).toEqual({ items: [], total: 0 })
  })
})
