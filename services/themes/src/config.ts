import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { natsSettings } from '@typecase/messaging/nats'
import { type BlobPlace, blobPlace } from '@typecase/runtime/blobs'
import { loadConfig, port, tracesEndpoint, wholeNumber } from '@typecase/runtime/config'
import { logLevels } from '@typecase/runtime/log'
import { type DatabaseOptions, databaseOptions, databaseSettings } from '@typecase/runtime/postgres'
import { serviceKeys } from '@typecase/runtime/service-keys'
import { z } from 'zod'

const shippedThemes = fileURLToPath(new URL('../../../themes', import.meta.url))

const schema = z.object({
  ...databaseSettings('themes'),
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().prefault('50054'),
  HEALTH_PORT: port().optional(),
  ...natsSettings,
  /** Contents of themes are stored in this folder or in a bucket. */
  BLOB_DIR: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  /** Folder with the bundled themes. Its subfolder `marketplace` contains the bundled catalogue. */
  BUNDLED_THEMES_DIR: z.string().refine(existsSync, 'must be a folder').prefault(shippedThemes),
  /** URL of an HTTP catalogue. Default: the bundled catalogue. */
  MARKETPLACE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'must have no query, fragment or credentials')
    .optional(),
  MARKETPLACE_CACHE_SECONDS: wholeNumber(0, 86_400).prefault('60'),
  /** Keys that sign calls between services. */
  SERVICE_KEYS: serviceKeys('themes'),
  /** Trace collector; without it no traces are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: tracesEndpoint(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
})

export type ThemesConfig = z.infer<typeof schema> & {
  /** Storage of theme contents. */
  readonly bytes: BlobPlace
  readonly database: DatabaseOptions
}

/** @throws ConfigError with every error */
export function themesConfig(env: Readonly<Record<string, string | undefined>>): ThemesConfig {
  const config = loadConfig(schema, env)
  return { ...config, bytes: blobPlace(config), database: databaseOptions(config) }
}
