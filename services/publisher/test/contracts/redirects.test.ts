import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresAddressStore } from '../../src/adapters/postgres/addresses.ts'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import { postgresRedirectStore } from '../../src/adapters/postgres/redirects.ts'
import type { PublisherTables } from '../../src/adapters/postgres/schema.ts'
import { memoryAddressStore, memoryRedirectStore } from '../memory/redirects.ts'
import { addressStoreContract, redirectStoreContract } from './redirects.contract.ts'

const unused = { request: () => Promise.reject(new Error('not requested here')) }
describe('memory redirects', () => {
  redirectStoreContract(async () => memoryRedirectStore(unused))
  addressStoreContract(async () => memoryAddressStore())
})

const { skip } = await testPostgres()
describe.skipIf(skip)(label('Postgres redirects', skip), () => {
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing) await close()
  })
  async function opened(upTo = migrations) {
    const schema = await freshSchema('publisher-redirects')
    const postgres = openPostgres<PublisherTables>({ ...schema, log: createLogger('test', 'silent') })
    closing.push(async () => {
      await postgres.close()
      await schema.drop()
    })
    await migrate(postgres, upTo)
    return postgres
  }
  redirectStoreContract(async () => postgresRedirectStore((await opened()).db))
  addressStoreContract(async () => postgresAddressStore((await opened()).db))

  it('other processes see recorded moves, and each move is an event', async () => {
    const { db } = await opened()
    const [one, other] = [postgresAddressStore(db), postgresAddressStore(db)]
    const entry = 'post 00000000-0000-7000-8000-000000000001'
    await one.record([{ entry, from: undefined, to: '/a/' }])
    await other.known()
    await one.record([{ entry, from: '/a/', to: '/b/' }])
    expect(await other.known()).toEqual(await one.known())
    const rows = await db.selectFrom('outbox').select(['type', 'data']).execute()
    expect(rows.map(({ type }) => type)).toEqual(['publisher.address.moved'])
  })

  it('the migration imports the addresses of the last build', async () => {
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0012'))
    const postgres = await opened(before)
    const { db } = postgres
    const entry = (type: 'post' | 'page', n: number, fields: object) => ({
      type,
      id: `00000000-0000-7000-8000-00000000000${n}`,
      revision: 1,
      fields: JSON.stringify(fields),
      markdown: '',
    })
    await db
      .insertInto('entries')
      .values([
        entry('post', 1, { slug: 'hello' }),
        entry('page', 2, { slug: 'imprint', type: 'normal', path: ['imprint'] }),
        entry('page', 3, { slug: 'b', type: 'custom', path: ['a', 'b'] }),
        { ...entry('post', 4, {}), fields: null },
      ])
      .execute()
    const at = new Date(0)
    await db
      .insertInto('generations')
      .values({
        ...{
          id: '00000000-0000-7000-8000-000000000009',
          state: 'succeeded',
          trigger: 'manual',
          output_dir: '_site',
        },
        ...{
          base_url: 'https://x.test/base/',
          clean_urls: true,
          due_at: at,
          latest_at: at,
          started_at: at,
          finished_at: at,
        },
        token: null,
      })
      .execute()
    await migrate(postgres, migrations)
    const { current } = await postgresAddressStore(db).known()
    expect([...current.values()].sort()).toEqual(['/base/a/b/', '/base/page/imprint/', '/base/post/hello/'])
  })
})
