/** What each service is told, from the settings of the whole. */
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
 * The faults of a start that ends here, with those that the services find beside them; a variable is judged once. An
 * error that is about something else comes back unchanged.
 */
export function withServiceFaults(error: unknown, env: StandaloneConfig['env']): unknown {
  if (!(error instanceof ConfigError)) return error
  const variable = (fault: string) => fault.split(/[ :]/, 1)[0]
  const judged = new Set(error.faults.map(variable))
  const faults = new Set<string>()
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
      // What is missing here is what the whole would have filled in.
      for (const fault of found.faults) if (!fault.includes(' is required')) faults.add(fault)
    }
  }
  return new ConfigError([...error.faults, ...[...faults].filter((fault) => !judged.has(variable(fault)))])
}

/** A database that the environment does not name is reached without a pooler. */
export const withoutPooler = {
  DATABASE_DIRECT_URL: undefined,
  DATABASE_DIRECT_URL_FILE: undefined,
  DATABASE_POOL_MODE: undefined,
  DATABASE_POOL_MODE_FILE: undefined,
}

/** Stands for an address that is only known once a service has started. */
const later = '127.0.0.1:1'

/**
 * The checked settings of every service. Addresses are set by `withAddresses` as the services start.
 * @throws ConfigError with the faults of all services at once, each fault once.
 */
export function serviceSettings(config: StandaloneConfig, { databaseUrl, cookieSecret }: Backing) {
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST
  // Made anew at each start and kept nowhere: only this process can call its services.
  const keys = generateServiceKeys()
  const env: Record<string, string | undefined> = {
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
    // Of the process, which sends for all.
    OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
    OTEL_EXPORTER_OTLP_ENDPOINT_FILE: undefined,
    BLOB_DIR: config.BLOB_DIR,
    SITE_ROOT: config.SITE_ROOT,
    PUBLIC_SITE_URL: config.PUBLIC_SITE_URL ?? `http://${host}:${config.SITE_PORT}`,
    IDENTITY_URL: later,
    CONTENT_URL: later,
    MEDIA_URL: later,
    THEMES_URL: later,
    PUBLISHER_URL: later,
  }
  const faults = new Set<string>()
  const checked = <T>(
    name: keyof KeyFiles,
    make: (env: Record<string, string | undefined>) => T,
    more: Record<string, string | undefined> = {},
  ): T | undefined => {
    try {
      return make({ ...env, SERVICE_KEYS: keys[name], ...more })
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const fault of error.faults) faults.add(fault)
      return undefined
    }
  }
  // One process needs no store between publisher and gateway but the folder.
  const site = { S3_ENDPOINT: undefined, S3_ENDPOINT_FILE: undefined }
  const gateway = {
    ...site,
    HOST: config.HOST,
    PORT: String(config.PORT),
    SITE_PORT: String(config.SITE_PORT),
    COOKIE_SECRET: cookieSecret,
    COOKIE_SECRET_FILE: undefined,
    HEALTH_PORT: config.HEALTH_PORT === undefined ? undefined : String(config.HEALTH_PORT),
  }
  const settings = {
    identity: checked('identity', identityConfig),
    content: checked('content', contentConfig),
    media: checked('media', mediaConfig, {
      PUBLIC_URL: config.PUBLIC_URL ?? `http://${host}:${config.PORT}`,
    }),
    themes: checked('themes', themesConfig),
    publisher: checked('publisher', publisherConfig, site),
    gateway: checked('gateway', gatewayConfig, gateway),
  }
  if (faults.size > 0) throw new ConfigError([...faults])
  return settings as { [K in keyof typeof settings]: NonNullable<(typeof settings)[K]> }
}
