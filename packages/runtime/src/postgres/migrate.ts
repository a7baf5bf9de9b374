import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { openPostgres, type Postgres } from './open.ts'
import { startError } from './start-error.ts'

/** Migrations run in the order of their names: `0001-initial`, `0002-…`. */
export type Migrations = Readonly<Record<string, Migration>>

type Database<DB> = Pick<Postgres<DB>, 'db' | 'schema' | 'url' | 'directUrl' | 'log'>

/**
 * Creates and migrates the schema in one transaction. Concurrent callers wait; a repeated run has no effect.
 * Logs a warning and changes nothing if a newer version has migrated the schema, because migrations only
 * extend it (docs/upgrading.md). Uses a separate connection, because the advisory lock belongs to a session.
 * @throws ConfigError, which names the setting and the server, when the database is unreachable or refuses
 * the connection
 */
export async function migrate<DB>(postgres: Database<DB>, migrations: Migrations): Promise<void> {
  await sql`select 1`.execute(postgres.db).catch((error: unknown) => {
    throw startError(error, postgres.url)
  })
  const { schema, directUrl: url, log } = postgres
  const direct = openPostgres<DB>({ url, schema, log, maxConnections: 1 })
  try {
    await sql`select 1`.execute(direct.db).catch((error: unknown) => {
      throw startError(error, url, url === postgres.url ? undefined : 'DATABASE_DIRECT_URL')
    })
    await direct.db.connection().execute((db) => migrateOver(db, postgres, migrations))
  } finally {
    await direct.close()
  }
}

async function migrateOver<DB>(
  db: Kysely<DB>,
  postgres: Database<DB>,
  migrations: Migrations,
): Promise<void> {
  await sql`set statement_timeout = 0`.execute(db)
  // The lock is released when the connection closes.
  await sql`select pg_advisory_lock(hashtextextended(${lockName(postgres)}, 0))`.execute(db)
  await createSchema(db, postgres.schema)
  if (!(await isNewer(db, postgres, migrations))) await toLatest(db, postgres.schema, migrations)
}

const lockName = ({ schema }: { schema: string }) => `typecase.migrate.${schema}`

/**
 * Checks first, because `create schema if not exists` requires the CREATE privilege even if the schema
 * exists.
 */
async function createSchema<DB>(db: Kysely<DB>, schema: string): Promise<void> {
  const found = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db)
  if (found.rows.length === 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
}

/**
 * True when all migrations of this version have run, and a newer version has run later ones.
 * @throws Error when the schema has unknown migrations that do not follow all those of this version
 */
async function isNewer<DB>(
  db: Kysely<DB>,
  { schema, log }: Database<DB>,
  migrations: Migrations,
): Promise<boolean> {
  const executed = await executedSteps(db, schema)
  const unknown = executed.filter((name) => !(name in migrations))
  if (unknown.length === 0) return false
  const known = Object.keys(migrations).sort()
  const pending = known.filter((name) => !executed.includes(name))
  const isLater = unknown.every((name) => name > (known.at(-1) ?? ''))
  if (pending.length > 0 || !isLater) {
    const missing = pending.length > 0 ? ` and lacks ${pending.join(', ')}` : ''
    throw new Error(
      `Schema ${schema} has the unknown migrations ${unknown.join(', ')}${missing}: ` +
        'a version that does not succeed this one has migrated it. Start that version, or restore a backup.',
    )
  }
  log.warn(
    { schema, newerMigrations: unknown },
    'a newer version has migrated the schema; this version leaves it unchanged',
  )
  return true
}

async function executedSteps<DB>(db: Kysely<DB>, schema: string): Promise<string[]> {
  const table = `${schema}.kysely_migration`
  const found = await sql<{ exists: boolean }>`select to_regclass(${table}) is not null as exists`.execute(db)
  if (!found.rows[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db)
  return rows.map(({ name }) => name)
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
  throw new Error(`Migration ${failed?.migrationName ?? 'set-up'} of schema ${schema} failed`, {
    cause: error,
  })
}
