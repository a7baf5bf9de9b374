/** Reads and writes table rows as lines of JSON. */
import type { DedicatedConnection } from '@typecase/runtime/postgres'
import { isCopied, quoted, type Table } from './catalog.ts'

/** Small, because a row can have several megabytes. */
const rowsPerFetch = 100
const charactersPerInsert = 1_000_000

/** With these settings PostgreSQL prints times, numbers and bytes the same way on every server. */
export const stableTextSettings = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 3;
  set local bytea_output = 'hex'; set local search_path = ''`

/**
 * Rows as JSON arrays of column values in text format, sorted by the JSON text. Requires a transaction with
 * `stableTextSettings`.
 */
export async function* linesOf(
  connection: DedicatedConnection,
  schema: string,
  table: Table,
): AsyncGenerator<string> {
  const texts = table.columns.filter(isCopied).map(({ name }) => `${quoted(name)}::text`)
  const row = `json_build_array(${texts.join(', ')})::text`
  const rows = `select ${row} as line from ${quoted(schema)}.${quoted(table.name)}`
  await connection.query(
    `declare lines no scroll cursor for select line from (${rows}) as rows order by line collate "C"`,
  )
  try {
    for (;;) {
      const fetched = await connection.query<{ line: string }>(`fetch ${rowsPerFetch} from lines`)
      for (const { line } of fetched) yield line
      if (fetched.length < rowsPerFetch) return
    }
  } finally {
    await connection.query('close lines')
  }
}

/** Inserts the lines into a table; returns the number of rows. */
export async function writeLines(
  connection: DedicatedConnection,
  schema: string,
  table: Table,
  lines: AsyncIterable<string>,
): Promise<number> {
  const copied = table.columns.filter(isCopied)
  // Rows get the id of the current transaction instead of a transaction id of the source database.
  const transactionIds = table.columns.filter((column) => !isCopied(column))
  const names = [...copied, ...transactionIds].map(({ name }) => quoted(name)).join(', ')
  const values = [
    ...copied.map(({ type }, index) => `(line ->> ${index})::${type}`),
    ...transactionIds.map(() => 'pg_current_xact_id()'),
  ].join(', ')
  const statement = `insert into ${quoted(schema)}.${quoted(table.name)} (${names}) overriding system value
    select ${values} from json_array_elements($1::json) as line`
  let batch: string[] = []
  let size = 0
  let written = 0
  const write = async () => {
    if (batch.length === 0) return
    await connection.query(statement, [`[${batch.join(',')}]`])
    written += batch.length
    batch = []
    size = 0
  }
  for await (const line of lines) {
    batch.push(line)
    size += line.length
    if (size >= charactersPerInsert) await write()
  }
  await write()
  return written
}
