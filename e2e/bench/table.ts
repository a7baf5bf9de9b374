/** Prints a heading and the rows as a Markdown table, with numbers right-aligned. */
export function printTable(
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const cells = rows.map((row) => row.map(String))
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const right = columns.map((_, at) => rows.every((row) => typeof row[at] === 'number'))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (right[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`
  console.log(`${heading}\n`)
  console.log(line(columns))
  console.log(
    `|${widths.map((width, at) => (right[at] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`,
  )
  for (const row of cells) console.log(line(row))
  console.log('')
}

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits))

/** @throws Error for an empty list */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no values')
  return middle
}

/** The value that `share` percent of the values do not exceed. @throws Error for an empty list */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)]
  if (found === undefined) throw new Error('no values')
  return found
}
