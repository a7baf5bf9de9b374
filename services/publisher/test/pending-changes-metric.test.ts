import { healthServer } from '@typecase/runtime/health'
import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres, uuidv7 } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { expect, it, onTestFinished, vi } from 'vitest'
import { postgresGenerationLedger } from '../src/adapters/postgres/ledger.ts'
import { migrations } from '../src/adapters/postgres/migrations.ts'
import { pendingChangesMetric } from '../src/adapters/postgres/pending-changes-metric.ts'
import { postgresReceiptBook } from '../src/adapters/postgres/receipts.ts'
import type { PublisherTables } from '../src/adapters/postgres/schema.ts'

const { skip } = await testPostgres()
it.skipIf(skip)(
  label('/metrics reports the age of the oldest change only while an automatic generation waits', skip),
  async () => {
    const log = createLogger('test', 'silent')
    const schema = await freshSchema('pending')
    onTestFinished(schema.drop)
    const postgres = openPostgres<PublisherTables>({ ...schema, log })
    onTestFinished(postgres.close)
    await migrate(postgres, migrations)
    const metric = pendingChangesMetric(postgres.db, log, 20)
    const health = healthServer({ host: '127.0.0.1', port: 0, log, checks: {} })
    for (const part of [health, metric]) {
      await part.start()
      onTestFinished(part.stop)
    }
    const age = async () => {
      const text = await (await fetch(`http://127.0.0.1:${health.port()}/metrics`)).text()
      return Number(/^typecase_changes_oldest_pending_seconds (\S+)$/m.exec(text)?.[1])
    }
    const receipts = postgresReceiptBook(postgres.db)
    const ledger = postgresGenerationLedger(postgres.db)
    const change = {
      kind: 'post',
      entityId: uuidv7(),
      revision: 1,
      what: 'updated',
      title: 'Hello',
      slug: 'hello',
    } as const
    const [id, generation] = [uuidv7(), uuidv7()]

    await receipts.note([{ ...change, id, acceptedAt: new Date(Date.now() - 600_000), updatedAt: null }])
    await ledger.request({
      id: uuidv7(),
      trigger: 'manual',
      options: null,
      dueAt: new Date(Date.now() + 60_000),
    })
    await expectAge(0)

    await ledger.request({
      id: generation,
      trigger: 'event',
      options: null,
      dueAt: new Date(Date.now() + 60_000),
    })
    await vi.waitFor(async () => expect(await age()).toBeGreaterThanOrEqual(600))

    await ledger.drop(generation)
    await expectAge(0)

    async function expectAge(seconds: number) {
      await vi.waitFor(async () => expect(await age()).toBe(seconds))
    }
  },
)
