/** Database settings of every service with a schema. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError, wholeNumber } from '../config/index.ts'

const databaseUrl = () => z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' })

/** How long a pooler such as PgBouncer assigns a connection to a client: a session or a transaction. */
export const poolModes = ['session', 'transaction'] as const
export type PoolMode = (typeof poolModes)[number]

/** Default of DATABASE_POOL_SIZE. */
export const defaultPoolSize = 10

/** Part of a service's settings schema. Pass the result to {@link databaseOptions}. */
export const databaseSettings = (schema: string) => ({
  DATABASE_URL: databaseUrl(),
  /** PostgreSQL itself, for LISTEN, leases and migrations, if DATABASE_URL is a pooler. */
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_POOL_MODE: z.enum(poolModes).default('session'),
  /** Connections in the pool of this process. */
  DATABASE_POOL_SIZE: wholeNumber(1, 1_000).prefault(String(defaultPoolSize)),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,39}$/, 'must be lowercase letters, digits and _')
    .default(schema),
})

export interface DatabaseSettings {
  readonly DATABASE_URL: string
  readonly DATABASE_DIRECT_URL?: string | undefined
  readonly DATABASE_POOL_MODE: PoolMode
  readonly DATABASE_POOL_SIZE: number
  readonly DATABASE_SCHEMA: string
}

export interface DatabaseOptions {
  readonly url: string
  readonly directUrl?: string
  readonly poolMode?: PoolMode
  readonly maxConnections?: number
  readonly schema: string
}

/** @throws ConfigError for a missing direct URL or an unreadable certificate file */
export function databaseOptions(settings: DatabaseSettings): DatabaseOptions {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url, DATABASE_POOL_MODE: poolMode } = settings
  const errors = [
    ...(poolMode === 'transaction' && settings.DATABASE_DIRECT_URL === undefined ? [directUrlMissing] : []),
    ...certificateErrors('DATABASE_URL', url),
    ...(directUrl === url ? [] : certificateErrors('DATABASE_DIRECT_URL', directUrl)),
  ]
  if (errors.length > 0) throw new ConfigError(errors)
  return {
    url,
    directUrl,
    poolMode,
    maxConnections: settings.DATABASE_POOL_SIZE,
    schema: settings.DATABASE_SCHEMA,
  }
}

const directUrlMissing =
  'DATABASE_DIRECT_URL is required with DATABASE_POOL_MODE=transaction: LISTEN, leases and migrations need PostgreSQL itself'

/** Checks the files early, because pg's errors do not name the setting. */
function certificateErrors(name: string, url: string): string[] {
  const { searchParams } = new URL(url)
  return ['sslrootcert', 'sslcert', 'sslkey'].flatMap((parameter) => {
    const file = searchParams.get(parameter)
    if (!file) return []
    try {
      readFileSync(file)
      return []
    } catch (error) {
      return [
        `${name}: ${parameter} ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`,
      ]
    }
  })
}
