/**
 * Parses redirects from CSV: `from,to,status`, with an optional header, separated by commas, semicolons or
 * tabs.
 */
import { parse } from 'csv-parse/sync'
import { malformedBody } from '../../core/errors.ts'

export interface CsvRedirect {
  /** 1-based line in the file. */
  readonly line: number
  readonly from: string
  readonly to: string | undefined
  readonly status: number | undefined
}

interface Row {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * Parses the rows. An empty target becomes undefined. An invalid status becomes 0, which validation rejects.
 * @throws MALFORMED_BODY
 */
export function redirectsOfCsv(csv: string): readonly CsvRedirect[] {
  const rows = rowsOf(csv)
  const isHeader = rows[0]?.record[0]?.trim().toLowerCase() === 'from'
  return rows.slice(isHeader ? 1 : 0).map(({ record: [from = '', to = '', status = ''], info }) => ({
    line: info.lines,
    from: from.trim(),
    to: to.trim() || undefined,
    status: status.trim() === '' ? undefined : wholeNumber(status.trim()),
  }))
}

const wholeNumber = (text: string): number => (/^\d{3}$/.test(text) ? Number(text) : 0)

function rowsOf(csv: string): readonly Row[] {
  const options = {
    bom: true,
    delimiter: [',', ';', '\t'],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  }
  try {
    return parse(csv, options) as unknown as readonly Row[]
  } catch (error) {
    throw malformedBody(
      `The file is not valid CSV: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
