/** Tests `main.ts migrate`, which runs before an upgrade and needs only the database. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { describe, expect, it } from 'vitest'
import { serviceNames } from '../src/settings.ts'

const { skip } = await testPostgres()
const unreachable = '127.0.0.1:9'
const main = (name: string) =>
  fileURLToPath(new URL(`../../../services/${name}/src/main.ts`, import.meta.url))
const run = promisify(execFile)

describe.skipIf(skip)(label('main.ts migrate', skip), () => {
  it.each(serviceNames.filter((name) => name !== 'gateway'))(
    'migrates the schema of %s, and succeeds on a schema that a newer version migrated',
    async (name) => {
      const { url, schema, drop } = await freshSchema(name)
      const env = {
        ...{
          PATH: process.env.PATH,
          DATABASE_URL: url,
          DATABASE_SCHEMA: schema,
          NATS_URL: `nats://${unreachable}`,
          SITE_ROOT: '/nowhere',
        },
        SERVICE_KEYS: 'off',
        ...{
          CONTENT_URL: unreachable,
          MEDIA_URL: unreachable,
          THEMES_URL: unreachable,
          PUBLIC_SITE_URL: 'http://site.test',
        },
        ...{
          S3_ENDPOINT: `http://${unreachable}`,
          S3_BUCKET: 'files',
          S3_ACCESS_KEY: 'a',
          S3_SECRET_KEY: 'b',
        },
      }
      const postgres = openPostgres({ url, schema, log: createLogger('test', 'silent') })
      const tables = postgres.prepare<{ table_name: string }>(
        'select table_name from information_schema.tables where table_schema = $1',
      )
      try {
        const first = await run(process.execPath, [main(name), 'migrate'], { env, timeout: 60_000 })
        expect(first.stdout).toBe('')
        expect(first.stderr).toContain('the schema is up to date')
        expect(first.stderr).not.toMatch(/"level":"(error|fatal)"/)
        const created = await tables([schema])
        expect(created.length).toBeGreaterThan(3)
        await postgres.prepare('insert into kysely_migration (name, timestamp) values ($1, now()::text)')([
          '9999-next',
        ])
        const rolledBack = await run(process.execPath, [main(name), 'migrate'], { env, timeout: 60_000 })
        expect(rolledBack.stderr).toContain('the schema is up to date')
        expect(rolledBack.stderr).toContain('a newer version has migrated the schema')
        expect(rolledBack.stderr).toContain('9999-next')
        expect(await tables([schema])).toEqual(created)
      } finally {
        await postgres.close()
        await drop()
      }
    },
    // Longer than the time limits of the two processes together.
    150_000,
  )
})
