/** Settings from the environment, checked at start. Services read `process.env` in their `config.ts` only, by this. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A start that can't go on because of what the operator set. Each fault is one sentence. Exit code 78 (EX_CONFIG). */
export class ConfigError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigError'
    this.faults = faults
  }
}

export const configExitCode = 78

/**
 * The checked settings. An empty variable counts as absent; `X_FILE` names a file that holds `X` (one trailing newline
 * is dropped).
 * @throws ConfigError with all faults at once.
 */
export function loadConfig<S extends z.ZodObject>(schema: S, env: Readonly<Record<string, string | undefined>>): z.infer<S> {
  const faults: string[] = []
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = env[name]
    const file = env[`${name}_FILE`]
    if (value && file) faults.push(`${name} and ${name}_FILE are both set: keep one`)
    else if (value) given[name] = value
    else if (file) {
      try {
        given[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      } catch (error) {
        faults.push(`${name}_FILE: ${file} can't be read (${error instanceof Error && 'code' in error ? error.code : error})`)
      }
    }
  }
  const result = schema.safeParse(given)
  if (!result.success) {
    for (const issue of result.error.issues) {
      const name = issue.path.join('.')
      if (faults.some((fault) => fault.startsWith(`${name}_FILE`) || fault.startsWith(`${name} `))) continue
      faults.push(given[name] === undefined ? `${name} is required` : `${name}: ${issue.message}`)
    }
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return result.data as z.infer<S>
}

/** A whole number from `min` to `max`, written in digits. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)

export const port = () => wholeNumber(0, 65535)

export const flag = () => z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')

/** `host:port` of a gRPC service. */
export const address = () => z.string().regex(/^(\[[0-9a-fA-F:]+\]|[^\s:/]+):\d{1,5}$/, 'must be host:port')
