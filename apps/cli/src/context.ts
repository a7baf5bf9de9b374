/** Shared by all commands: configuration, the API client and output. */
import { createApiClient } from '@typecase/client'
import type { Connection } from '@typecase/transfer'
import type { Config } from './config.ts'
import { type ExitCode, UsageError } from './exit-codes.ts'

export interface Output {
  /** Prints data to standard output. */
  data(text: string): void
  /** Prints a message to standard error. */
  message(text: string): void
  /** Shows a line that the next output replaces; does nothing if standard error is not a terminal. */
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

/**
 * Exit code that a command may set without throwing, for example after an import in which some items failed.
 */
export interface Outcome {
  code: ExitCode
}

/** @throws UsageError when there is no session */
export function connect({ config, output }: Context, options: GlobalOptions): Connection {
  const url = config.url(options.url)
  const token = config.token(url)
  if (!token)
    throw new UsageError(`You are not logged in to ${url}: run typecase login ${url}, or set TYPECASE_TOKEN`)
  const client = createApiClient({
    url,
    token,
    onRetry: ({ delayMs, status }) =>
      output.message(
        `The server ${status ? `returned ${status}` : 'did not respond'}; retrying in ${delayMs / 1000} s`,
      ),
  })
  return { url, client }
}

/** Prints the value as JSON with --json, otherwise the lines. */
export function print(
  { output }: Context,
  { json }: GlobalOptions,
  value: unknown,
  lines: () => readonly string[],
): void {
  if (json) output.data(JSON.stringify(value, null, 2))
  else for (const line of lines()) output.data(line)
}

/** Aligns columns. Replaces control characters, so that content cannot control the terminal. */
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
