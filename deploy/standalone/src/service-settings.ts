/** Derives the settings of each service from those of the standalone system. */
import { contentConfig } from '@typecase/content/config'
import { gatewayConfig } from '@typecase/gateway/config'
import { identityConfig } from '@typecase/identity/config'
import { mediaConfig } from '@typecase/media/config'
import { publisherConfig } from '@typecase/publisher/config'
import { ConfigError } from '@typecase/runtime/config'
import { generateServiceKeys, type KeyFiles } from '@typecase/runtime/service-keys'
import { themesConfig } from '@typecase/themes/config'
import type { StandaloneConfig } from './config.ts'

export interface Backing {
  readonly databaseUrl: string
  readonly cookieSecret: string
}

export interface Addresses {
  readonly identity: string
  readonly content: string
  readonly media: string
  readonly themes: string
  readonly publisher: string
}

/**
 * Adds the configuration errors of all services to a ConfigError, except for variables that it already
 * reports. Returns other errors unchanged.
 */
export function withServiceErrors(error: unknown, env: StandaloneConfig['env']): unknown {
  if (!(error instanceof ConfigError)) return error
  const variable = (text: string) => text.split(/[ :]/, 1)[0]
  const reported = new Set(error.errors.map(variable))
  const errors = new Set<string>()
  for (const check of [
    identityConfig,
    contentConfig,
    mediaConfig,
    themesConfig,
    publisherConfig,
    gatewayConfig,
  ]) {
    try {
      check(env)
    } catch (found) {
      if (!(found instanceof ConfigError)) throw found
      // Drops errors about missing required settings, because the standalone system sets these.
      for (const text of found.errors) if (!text.includes(' is required')) errors.add(text)
    }
  }
  return new ConfigError([...error.errors, ...[...errors].filter((text) => !reported.has(variable(text)))])
}

/** Unsets the pooler settings, for a direct connection to the database. */
export const withoutPooler = {
  DATABASE_DIRECT_URL: undefined,
  DATABASE_DIRECT_URL_FILE: undefined,
  DATABASE_POOL_MODE: undefined,
  DATABASE_POOL_MODE_FILE: undefined,
}

/** Used as the address of a service until that service has an address. */
const placeholder = '127.0.0.1:1'

type Environment = Record<string, string | undefined>

/**
 * Validated settings of every service, with placeholders for the addresses of other services.
 * @throws ConfigError with the errors of all services, without duplicates
 */
export function serviceSettings(config: StandaloneConfig, { databaseUrl, cookieSecret }: Backing) {
  // Generated at each start and never stored, so that only this process can call its services.
  const keys = generateServiceKeys()
  const env = sharedEnvironment(config, databaseUrl)
  const errors = new Set<string>()
  const checked = <T>(
    name: keyof KeyFiles,
    make: (env: Environment) => T,
    more: Environment = {},
  ): T | undefined => {
    try {
      return make({ ...env, SERVICE_KEYS: keys[name], ...more })
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const text of error.errors) errors.add(text)
      return undefined
    }
  }
  const settings = {
    identity: checked('identity', identityConfig),
    content: checked('content', contentConfig),
    media: checked('media', mediaConfig, {
      PUBLIC_URL: config.PUBLIC_URL ?? `http://${hostOf(config)}:${config.PORT}`,
    }),
    themes: checked('themes', themesConfig),
    publisher: checked('publisher', publisherConfig, withoutBucket),
    gateway: checked('gateway', gatewayConfig, gatewayEnvironment(config, cookieSecret)),
  }
  if (errors.size > 0) throw new ConfigError([...errors])
  return settings as { [K in keyof typeof settings]: NonNullable<(typeof settings)[K]> }
}

/** The host of URLs that reach this process from the same machine. */
const hostOf = ({ HOST: host }: StandaloneConfig): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host

/** Variables that all services share; `SERVICE_KEYS` differs per service. */
const sharedEnvironment = (config: StandaloneConfig, databaseUrl: string): Environment => ({
  ...config.env,
  SERVICE_KEYS_FILE: undefined,
  LOG_LEVEL: config.LOG_LEVEL,
  DATABASE_URL: databaseUrl,
  DATABASE_URL_FILE: undefined,
  ...(databaseUrl === config.DATABASE_URL ? {} : withoutPooler),
  DATABASE_SCHEMA: undefined,
  GRPC_HOST: '127.0.0.1',
  GRPC_PORT: '0',
  HEALTH_PORT: undefined,
  // Unset, because one exporter of the process sends the traces of all services.
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  OTEL_EXPORTER_OTLP_ENDPOINT_FILE: undefined,
  BLOB_DIR: config.BLOB_DIR,
  SITE_ROOT: config.SITE_ROOT,
  PUBLIC_SITE_URL: config.PUBLIC_SITE_URL ?? `http://${hostOf(config)}:${config.SITE_PORT}`,
  IDENTITY_URL: placeholder,
  CONTENT_URL: placeholder,
  MEDIA_URL: placeholder,
  THEMES_URL: placeholder,
  PUBLISHER_URL: placeholder,
})

/** Publisher and gateway share the local site folder instead of a bucket. */
const withoutBucket = { S3_ENDPOINT: undefined, S3_ENDPOINT_FILE: undefined }

const gatewayEnvironment = (config: StandaloneConfig, cookieSecret: string): Environment => ({
  ...withoutBucket,
  HOST: config.HOST,
  PORT: String(config.PORT),
  SITE_PORT: String(config.SITE_PORT),
  COOKIE_SECRET: cookieSecret,
  COOKIE_SECRET_FILE: undefined,
  HEALTH_PORT: config.HEALTH_PORT === undefined ? undefined : String(config.HEALTH_PORT),
})
