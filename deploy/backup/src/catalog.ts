/** Reads tables, sequences, migrations and foreign keys of a schema from the catalog. */
import type { DedicatedConnection } from '@typecase/runtime/postgres'

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

export interface Column {
  readonly name: string
  readonly type: string
}

/** Type of columns with transaction ids, which are meaningless in another database. */
const transactionType = 'xid8'

export const isCopied = ({ type }: Column): boolean => type !== transactionType

/** Kysely's tables, which are not backed up: migrations fill them in the target database. */
const migrationTables = ['kysely_migration', 'kysely_migration_lock']

/** Tables to back up, sorted by name, with their writable columns. */
export const tablesOf = (connection: DedicatedConnection, schema: string): Promise<Table[]> =>
  connection.query<{ name: string; columns: Column[] }>(
    `select c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind = 'r' and c.relname <> all($2)
     order by c.relname collate "C"`,
    [schema, migrationTables],
  )

/** Applied migrations of the schema in order; empty if the schema does not exist. */
export async function stepsOf(connection: DedicatedConnection, schema: string): Promise<string[]> {
  const [found] = await connection.query<{ is: boolean }>(`select to_regclass($1) is not null as is`, [
    `${schema}.kysely_migration`,
  ])
  if (!found?.is) return []
  const rows = await connection.query<{ name: string }>(
    `select name from ${quoted(schema)}.kysely_migration order by name collate "C"`,
  )
  return rows.map(({ name }) => name)
}

/** The last value of each sequence; null for a sequence that was never used. */
export async function sequencesOf(
  connection: DedicatedConnection,
  schema: string,
): Promise<Record<string, string | null>> {
  const rows = await connection.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = $1 order by sequencename collate "C"`,
    [schema],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Foreign keys. Requires an empty search path, so that definitions include the schema of each table. */
export const foreignKeysOf = (connection: DedicatedConnection, schema: string): Promise<ForeignKey[]> =>
  connection.query<{ table: string; name: string; definition: string }>(
    `select c.relname as table, f.conname as name, pg_get_constraintdef(f.oid) as definition
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and f.contype = 'f'`,
    [schema],
  )

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
