import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Postgres } from './open.ts'
import { startFault } from './start-fault.ts'

/** Steps by name; they run in the order of their names: `0001-initial`, `0002-…`. */
export type Migrations = Readonly<Record<string, Migration>>

/**
 * Brings the service's schema to the last step, creating the schema first. All steps run in one transaction, so a failing
 * one leaves the schema as it was. Parallel callers wait for each other; a second run does nothing.
 * @throws ConfigError when the database cannot be reached or refuses, naming DATABASE_URL and the server
 */
export async function migrate<DB>(postgres: Pick<Postgres<DB>, 'db' | 'schema' | 'url'>, migrations: Migrations): Promise<void> {
  await sql`select 1`.execute(postgres.db).catch((error: unknown) => {
    throw startFault(error, postgres.url)
  })
  await postgres.db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`select pg_advisory_lock(hashtextextended(${lockName(postgres)}, 0))`.execute(db)
    try {
      await createSchema(db, postgres.schema)
      await toLatest(db, postgres.schema, migrations)
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${lockName(postgres)}, 0))`.execute(db)
      await sql`reset statement_timeout`.execute(db)
    }
  })
}

const lockName = ({ schema }: { schema: string }) => `typecase.migrate.${schema}`

/** Asks first: `create schema if not exists` needs the right to create even when there is nothing to create. */
async function createSchema<DB>(db: Kysely<DB>, schema: string): Promise<void> {
  const found = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db)
  if (found.rows.length === 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
}

async function toLatest<DB>(db: Kysely<DB>, schema: string, migrations: Migrations): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableSchema: schema,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? 'set-up'} of schema ${schema} failed`, { cause: error })
}
