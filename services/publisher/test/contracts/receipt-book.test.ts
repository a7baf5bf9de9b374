import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { migrations } from '../../src/adapters/postgres/migrations.ts'
import { postgresReceiptBook } from '../../src/adapters/postgres/receipts.ts'
import type { PublisherTables } from '../../src/adapters/postgres/schema.ts'
import { memoryReceiptBook } from '../memory/receipts.ts'
import { change, receipt, receiptBookContract } from './receipt-book.contract.ts'

describe('in-memory receipt book', () => {
  receiptBookContract(async () => memoryReceiptBook())
})

const { skip } = await testPostgres()
describe.skipIf(skip)(label('Postgres receipt book', skip), () => {
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing) await close()
  })
  async function opened() {
    const schema = await freshSchema('publisher-receipts')
    const postgres = openPostgres<PublisherTables>({ ...schema, log: createLogger('test', 'silent') })
    closing.push(async () => {
      await postgres.close()
      await schema.drop()
    })
    await migrate(postgres, migrations)
    return postgres
  }
  receiptBookContract(async () => postgresReceiptBook((await opened()).db))

  it('ends receipts and notes changes concurrently without a deadlock', async () => {
    const { db } = await opened()
    const book = postgresReceiptBook(db)
    const [first, last] = [change(1, { entityId: 'a' }), change(2, { entityId: 'z' })]
    for (const each of [last, first]) await book.note([each])
    const expectWaiting = async (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await sql<{
          n: number
        }>`select count(*)::int as n from pg_locks where not granted and pid <> pg_backend_pid()
          and pid in (select pid from pg_stat_activity where query ~ 'changes' and datname = current_database())`.execute(
          db,
        )
        expect(rows[0]?.n).toBeGreaterThanOrEqual(count)
      }, 5_000)
    const calls: Promise<unknown>[] = []
    // Another transaction locks the first change.
    await db.transaction().execute(async (tx) => {
      await sql`select from changes where id = ${first.id} for update`.execute(tx)
      calls.push(book.note([first, last]))
      await expectWaiting(1)
      calls.push(book.end(receipt(1, { state: 'activated' }), [first.id, last.id]))
      await expectWaiting(2)
    })
    await Promise.all(calls)
    expect((await book.pending()).total).toBe(0)
  })
})
