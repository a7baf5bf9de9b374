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
export function loadConfig<S extends z.ZodObject>(schema: S, env: Environment): z.infer<S> {
  const faults: string[] = []
  const given: Record<string, string> = {}
  const unread = new Set<string>()
  for (const name of Object.keys(schema.shape)) {
    try {
      const value = settingOf(name, env)
      if (value !== undefined) given[name] = value
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
      unread.add(name)
    }
  }
  const result = schema.safeParse(given, { error: ruleOf })
  for (const issue of result.error?.issues ?? []) {
    const name = issue.path.join('.')
    if (!unread.has(name)) faults.push(sentenceOf(name, given[name], issue.message))
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return result.data as z.infer<S>
}

/** What is allowed, where a schema does not say it itself. */
const ruleOf: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : undefined

/** Names that hold a secret, and addresses that hold one between `//` and `@`: what they were is not shown. */
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
      `${name}_FILE: ${file} can't be read (${error instanceof Error && 'code' in error ? error.code : error})`,
    )
  }
}

/** A whole number from `min` to `max`, written in digits. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)

export const port = () => wholeNumber(0, 65535)

export const flag = () =>
  z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')

/** What is written between commas, without blanks around it. */
export const list = () =>
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

/** Where a gRPC service is: `host:port`, or the replicas one by one, `ipv4:10.0.0.1:5000,10.0.0.2:5000`. */
export const address = () =>
  z
    .string()
    .regex(
      /^((\[[0-9a-fA-F:]+\]|[^\s:/]+):\d{1,5}|ipv4:\d[\d.]+:\d{1,5}(,\d[\d.]+:\d{1,5})*)$/,
      'must be host:port, or ipv4: and several of them between commas',
    )

/** Scheme and host of a site: a path would stand in some of its addresses and not in others. */
export const siteOrigin = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
    .refine(
      (value) => /^[a-z]+:\/\/[^/\\?#\s]+\/?$/i.test(value),
      'must be scheme and host alone (a path goes into the setting staticBaseUrl)',
    )

/** Where a collector takes OTLP over HTTP, as OpenTelemetry names it everywhere. */
export const tracesEndpoint = () =>
  z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional()
