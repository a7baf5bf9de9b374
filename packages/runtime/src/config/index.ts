/** Validates settings from the environment. Services read `process.env` in their `config.ts` only. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Invalid settings prevent the start, with exit code 78 (EX_CONFIG). Each error is one sentence. */
export class ConfigError extends Error {
  readonly errors: readonly string[]
  constructor(errors: readonly string[]) {
    super(errors.join('\n'))
    this.name = 'ConfigError'
    this.errors = errors
  }
}

export const configExitCode = 78

/**
 * Reads and validates settings. An empty variable counts as absent; `X_FILE` names a file with the value of
 * `X` (a final newline is removed).
 * @throws ConfigError with all errors
 */
export function loadConfig<S extends z.ZodObject>(schema: S, env: Environment): z.infer<S> {
  const errors: string[] = []
  const given: Record<string, string> = {}
  const unread = new Set<string>()
  for (const name of Object.keys(schema.shape)) {
    try {
      const value = settingOf(name, env)
      if (value !== undefined) given[name] = value
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error))
      unread.add(name)
    }
  }
  const result = schema.safeParse(given, { error: ruleOf })
  for (const issue of result.error?.issues ?? []) {
    const name = issue.path.join('.')
    if (!unread.has(name)) errors.push(sentenceOf(name, given[name], issue.message))
  }
  if (errors.length > 0) throw new ConfigError(errors)
  return result.data as z.infer<S>
}

/** The rule in the error message, for checks of the schema that have no message of their own. */
const ruleOf: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : undefined

/** True for secrets, and for URLs with a secret between `//` and `@`: error messages omit the value. */
const isSecret = (name: string, value: string): boolean =>
  /PASSWORD|SECRET|TOKEN|_KEYS?$/.test(name) || (name.endsWith('_URL') && value.includes('@'))

function sentenceOf(name: string, value: string | undefined, rule: string): string {
  if (value === undefined) return rule.startsWith('is required') ? `${name} ${rule}` : `${name} is required`
  const was = isSecret(name, value)
    ? ''
    : `, but is ${JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value)}`
  return `${name} ${rule}${was}`
}

type Environment = Readonly<Record<string, string | undefined>>

function settingOf(name: string, env: Environment): string | undefined {
  const value = env[name] || undefined
  const file = env[`${name}_FILE`]
  if (!file) return value
  if (value) throw new Error(`${name} and ${name}_FILE are both set: keep one`)
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new Error(
      `${name}_FILE: ${file} cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`,
    )
  }
}

/** A decimal integer from `min` to `max`. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)

export const port = () => wholeNumber(0, 65535)

export const flag = () =>
  z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')

/** Items separated by commas, trimmed. */
export const list = () =>
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

/** Address of a gRPC service: `host:port`, or several replicas, `ipv4:10.0.0.1:5000,10.0.0.2:5000`. */
export const address = () =>
  z
    .string()
    .regex(
      /^((\[[0-9a-fA-F:]+\]|[^\s:/]+):\d{1,5}|ipv4:\d[\d.]+:\d{1,5}(,\d[\d.]+:\d{1,5})*)$/,
      'must be host:port, or a list such as ipv4:10.0.0.1:5000,10.0.0.2:5000',
    )

/** Scheme and host of a site, without a path, because some addresses of the site would lack the path. */
export const siteOrigin = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
    .refine(
      (value) => /^[a-z]+:\/\/[^/\\?#\s]+\/?$/i.test(value),
      'must be scheme and host only (a path belongs in the setting staticBaseUrl)',
    )

/** URL of an OTLP/HTTP collector. */
export const tracesEndpoint = () =>
  z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional()
