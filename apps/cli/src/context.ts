/** Client and output for all commands. */
import { createApiClient } from '@typecase/client'
import type { Connection } from '@typecase/transfer'
import type { Config } from './config.ts'
import { type ExitCode, UsageError } from './exit-codes.ts'

export interface Output {
  /** Data, on standard output. */
  data(text: string): void
  /** Messages, on standard error. */
  message(text: string): void
  /** A line that the next one replaces; no effect unless standard error is a terminal. */
  progress(text: string): void
}

export interface GlobalOptions {
  readonly url?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export interface Context {
  readonly config: Config
  readonly output: Output
  readonly stdin: () => Promise<string>
}

/** Exit code without an exception, as after a partly failed import. */
export interface Outcome {
  code: ExitCode
}

/** @throws UsageError without a session */
export function connect({ config, output }: Context, options: GlobalOptions): Connection {
  const url = config.url(options.url)
  const token = config.token(url)
  if (!token)
    throw new UsageError(`You are not logged in to ${url}: typecase login ${url}, or set TYPECASE_TOKEN`)
  const client = createApiClient({
    url,
    token,
    onRetry: ({ delayMs, status }) =>
      output.message(
        `The server ${status ? `answered ${status}` : 'did not answer'}; next attempt in ${delayMs / 1000} s`,
      ),
  })
  return { url, client }
}

/** Prints JSON for programs, lines for people. */
export function print(
  { output }: Context,
  { json }: GlobalOptions,
  value: unknown,
  lines: () => readonly string[],
): void {
  if (json) output.data(JSON.stringify(value, null, 2))
  else for (const line of lines()) output.data(line)
}

/** Formats columns, without control characters of the content. */
export function table(rows: readonly (readonly unknown[])[]): string[] {
  const cells = rows.map((row) => row.map((cell) => visible(String(cell ?? ''))))
  const widths = cells.reduce<number[]>(
    (found, row) => row.map((cell, at) => Math.max(found[at] ?? 0, cell.length)),
    [],
  )
  return cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

export const visible = (text: string): string =>
  Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 32 || (code >= 127 && code < 160) ? '?' : character
  }).join('')
