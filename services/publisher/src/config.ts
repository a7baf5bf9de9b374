import { natsSettings } from '@typecase/messaging/nats'
import { type S3Options, s3Settings } from '@typecase/runtime/blobs'
import {
  address,
  ConfigError,
  list,
  loadConfig,
  port,
  siteOrigin,
  tracesEndpoint,
  wholeNumber,
} from '@typecase/runtime/config'
import { logLevels } from '@typecase/runtime/log'
import { type DatabaseOptions, databaseOptions, databaseSettings } from '@typecase/runtime/postgres'
import { serviceKeys } from '@typecase/runtime/service-keys'
import { z } from 'zod'

const schema = z.object({
  ...databaseSettings('publisher'),
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().prefault('50055'),
  HEALTH_PORT: port().optional(),
  ...natsSettings,
  /** Without this address, bylines show usernames. */
  IDENTITY_URL: address().optional(),
  CONTENT_URL: address(),
  MEDIA_URL: address(),
  THEMES_URL: address(),
  /** Folder of the sites. With S3, it contains only rendered bodies. */
  SITE_ROOT: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  PUBLIC_SITE_URL: siteOrigin(),
  RENDERERS: wholeNumber(1, 64).prefault('2'),
  EXTENSIONS: list().prefault(''),
  HOOK_TIMEOUT_MS: wholeNumber(1, 60_000).prefault('1000'),
  SERVICE_KEYS: serviceKeys('publisher'),
  /** Collector of traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: tracesEndpoint(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
})

export type PublisherConfig = z.infer<typeof schema> & {
  readonly sites: { readonly folder: string } | { readonly s3: S3Options }
  readonly database: DatabaseOptions
}

/** @throws ConfigError with all errors */
export function publisherConfig(env: Readonly<Record<string, string | undefined>>): PublisherConfig {
  const checked = loadConfig(schema, env)
  const config = { ...checked, database: databaseOptions(checked) }
  const s3 = s3Settings(config)
  if (s3) return { ...config, sites: { s3 } }
  if (!config.SITE_ROOT) throw new ConfigError(['SITE_ROOT or S3_ENDPOINT is required'])
  return { ...config, sites: { folder: config.SITE_ROOT } }
}
