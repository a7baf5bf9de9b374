/** The database settings that every service with a schema reads in the same way. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError, wholeNumber } from '../config/index.ts'

const databaseUrl = () => z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' })

/** What a pooler such as PgBouncer keeps for a client: its connection until it disconnects, or one for each transaction. */
export const poolModes = ['session', 'transaction'] as const
export type PoolMode = (typeof poolModes)[number]

/** Connections of one pool, unless DATABASE_POOL_SIZE says otherwise. */
export const defaultPoolSize = 10

/** Fields of a service's settings. Pass the checked values to {@link databaseOptions}. */
export const databaseSettings = (schema: string) => ({
  DATABASE_URL: databaseUrl(),
  /** PostgreSQL itself, for LISTEN, leases and migrations, where DATABASE_URL is a pooler. */
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_POOL_MODE: z.enum(poolModes).default('session'),
  /** Connections of this process's pool. */
  DATABASE_POOL_SIZE: wholeNumber(1, 1_000).prefault(String(defaultPoolSize)),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and _')
    .default(schema),
})

export interface DatabaseSettings {
  readonly DATABASE_URL: string
  readonly DATABASE_DIRECT_URL?: string | undefined
  readonly DATABASE_POOL_MODE: PoolMode
  readonly DATABASE_POOL_SIZE: number
  readonly DATABASE_SCHEMA: string
}

/** Options of openPostgres. */
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
  const faults = [
    ...(poolMode === 'transaction' && settings.DATABASE_DIRECT_URL === undefined ? [directUrlMissing] : []),
    ...certificateFaults('DATABASE_URL', url),
    ...(directUrl === url ? [] : certificateFaults('DATABASE_DIRECT_URL', directUrl)),
  ]
  if (faults.length > 0) throw new ConfigError(faults)
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

/** pg reads these files when it connects, and its error names no setting. */
function certificateFaults(name: string, url: string): string[] {
  const { searchParams } = new URL(url)
  return ['sslrootcert', 'sslcert', 'sslkey'].flatMap((parameter) => {
    const file = searchParams.get(parameter)
    if (!file) return []
    try {
      readFileSync(file)
      return []
    } catch (error) {
      return [
        `${name}: ${parameter} ${file} can't be read (${(error as NodeJS.ErrnoException).code ?? error})`,
      ]
    }
  })
}
