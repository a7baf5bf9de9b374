import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrations } from '../src/adapters/postgres/migrations.ts'
import type { IdentityTables } from '../src/adapters/postgres/schema.ts'
import { postgresIdentityStore } from '../src/adapters/postgres/store.ts'

const { skip } = await testPostgres()

describe.skipIf(skip)(label('the migration that adds the setup', skip), () => {
  it.each([
    ['marks the setup as finished if users exist', true],
    ['does not mark the setup as finished without users', false],
  ])('%s', async (_what, hasUsers) => {
    const { url, schema, drop } = await freshSchema('identity_migrations')
    const postgres = openPostgres<IdentityTables>({ url, schema, log: createLogger('test', 'silent') })
    const { '0001-initial': initial, ...later } = migrations
    expect(Object.keys(later)).toContain('0002-setup')
    if (!initial) throw new Error('there is no first migration')
    await migrate(postgres, { '0001-initial': initial })
    if (hasUsers)
      await sql`insert into users (id, username, email, role, password_hash, revision, created_at, updated_at)
        values (gen_random_uuid(), 'ada', 'ada@example.test', 'admin', 'hash', 1, now(), now())`.execute(
        postgres.db,
      )
    await migrate(postgres, migrations)
    expect(await postgresIdentityStore(postgres).read.setup()).toEqual({
      unclaimed: undefined,
      finished: hasUsers,
    })
    await postgres.close()
    await drop()
  })
})
