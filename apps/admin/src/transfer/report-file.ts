/** The report of an import as a table for spreadsheets. */
import type { ImportResult, NoteGroup, Report } from '@typecase/transfer'

type Row = readonly [type: string, code: string, count: number | '', subject: string, message: string]

/** Creates a CSV file with a line for each count, note and failure. */
export function reportCsv(report: Report, result?: ImportResult): string {
  const rows: Row[] = [
    ...Object.entries(report.counts).map(([kind, count]): Row => ['found', kind, count, '', '']),
    ...(result
      ? (['created', 'replaced', 'unchanged'] as const).map(
          (name): Row => ['result', name, result[name], '', ''],
        )
      : []),
    ...Object.entries(result?.notApplied ?? {}).map(
      ([name, count]): Row => ['not applied', name, count, '', ''],
    ),
    ...(result?.failed ?? []).map(
      ({ subject, code, message }): Row => ['failed', code, '', subject, message],
    ),
    ...notes('lost', report.losses),
    ...notes('changed', report.warnings),
  ]
  const lines = [['type', 'code', 'count', 'subject', 'message'], ...rows]
  // Spreadsheets recognize UTF-8 by the byte order mark.
  return `\uFEFF${lines.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Returns, for each code, a line with the total and a line per note. The report has only the first notes. */
const notes = (type: string, groups: readonly NoteGroup[]): Row[] =>
  groups.flatMap(({ code, count, notes: found }) => [
    [type, code, count, '', ''] as const,
    ...found.map(({ subject, message }): Row => [type, code, '', subject, message]),
  ])

/** Escapes a value. Text that a spreadsheet would run as a formula gets an apostrophe. */
function cell(value: string | number): string {
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
