import { type ParseArgsConfig, parseArgs } from 'node:util'

type Parsed<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>

/**
 * Parses the arguments of a command. For invalid ones it prints the reason and the usage and returns
 * undefined; the command then returns 2.
 */
export function commandLine<const T extends ParseArgsConfig>(
  config: T,
  { usage, print }: { readonly usage: string; readonly print: (line: string) => void },
): Parsed<T> | undefined {
  try {
    return parseArgs(config)
  } catch (error) {
    if (!isInvalid(error)) throw error
    print(`${error.message}\n${usage}`)
    return undefined
  }
}

const isInvalid = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
