import { type DatabaseIntrospector, type Kysely, PostgresDialect, sql } from 'kysely'

/**
 * Lists only the tables of the connection's schema. Kysely's introspector reads every schema, and fails when
 * a schema is dropped meanwhile.
 */
export class OwnSchemaDialect extends PostgresDialect {
  override createIntrospector<DB>(db: Kysely<DB>): DatabaseIntrospector {
    const everywhere = super.createIntrospector(db)
    return { getSchemas: () => everywhere.getSchemas(), getTables: () => ownTables(db) }
  }
}

async function ownTables<DB>(db: Kysely<DB>) {
  const { rows } = await sql<{ name: string; schema: string }>`
    select tablename as name, schemaname as schema from pg_catalog.pg_tables
    where schemaname = current_schema()`.execute(db)
  return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }))
}
