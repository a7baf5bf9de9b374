/** Table rows as lines of text. */
import type { DedicatedConnection } from '@typecase/runtime/postgres'
import { isCopied, quoted, type Table } from './catalog.ts'

/** Rows per read; one can have megabytes. */
const readAtOnce = 100
/** Characters per write. */
const writeAtOnce = 1_000_000

/** Makes the text of times and numbers independent of settings. */
export const plainForms = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 3;
  set local bytea_output = 'hex'; set local search_path = ''`

/** Each row as a JSON array of column texts, in an order that depends on rows only. Requires `plainForms`. */
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
      const fetched = await connection.query<{ line: string }>(`fetch ${readAtOnce} from lines`)
      for (const { line } of fetched) yield line
      if (fetched.length < readAtOnce) return
    }
  } finally {
    await connection.query('close lines')
  }
}

/** Writes lines into a table; returns their number. */
export async function writeLines(
  connection: DedicatedConnection,
  schema: string,
  table: Table,
  lines: AsyncIterable<string>,
): Promise<number> {
  const copied = table.columns.filter(isCopied)
  // Columns with transaction ids get those of this database.
  const own = table.columns.filter((column) => !isCopied(column))
  const names = [...copied, ...own].map(({ name }) => quoted(name)).join(', ')
  const values = [
    ...copied.map(({ type }, index) => `(line ->> ${index})::${type}`),
    ...own.map(() => 'pg_current_xact_id()'),
  ].join(', ')
  const statement = `insert into ${quoted(schema)}.${quoted(table.name)} (${names}) overriding system value
    select ${values} from json_array_elements($1::json) as line`
  let waiting: string[] = []
  let size = 0
  let written = 0
  const write = async () => {
    if (waiting.length === 0) return
    await connection.query(statement, [`[${waiting.join(',')}]`])
    written += waiting.length
    waiting = []
    size = 0
  }
  for await (const line of lines) {
    waiting.push(line)
    size += line.length
    if (size >= writeAtOnce) await write()
  }
  await write()
  return written
}
