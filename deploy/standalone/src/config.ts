/** Settings of the standalone system, read from environment variables. */
import { isAbsolute, resolve } from 'node:path'
import { natsSettings } from '@typecase/messaging/nats'
import { loadConfig, port, siteOrigin, tracesEndpoint, wholeNumber } from '@typecase/runtime/config'
import { type LogFormat, logFormats, logLevels } from '@typecase/runtime/log'
import { z } from 'zod'

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })

const schema = z.object({
  /** Port of the API. */
  PORT: port().prefault('3000'),
  SITE_PORT: port().optional(),
  HOST: z.string().default('127.0.0.1'),
  /** Folder of all data: database, media files, site, secrets. */
  TYPECASE_DATA: z.string().default('.typecase'),
  PUBLIC_URL: httpUrl.optional(),
  PUBLIC_SITE_URL: siteOrigin().optional(),
  ADMIN_USERNAME: z.string().default('admin'),
  ADMIN_PASSWORD: z.string().optional(),
  ADMIN_EMAIL: z.string().default('admin@localhost.localdomain'),
  SESSION_TTL: wholeNumber(1, 315_360_000).prefault('86400'),
  COOKIE_SECRET: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' }).optional(),
  /** URL of PostgreSQL itself, if DATABASE_URL is the URL of a pooler. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' }).optional(),
  ...natsSettings,
  NATS_URL: z
    .string()
    .regex(
      /^(?:(?:^|,)(?:(?:nats|tls):\/\/)?[^\s/,]+)+$/,
      'must be the address of a NATS server, like nats://127.0.0.1:4222, or several separated by commas',
    )
    .optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be 3 to 63 lowercase letters, digits, dots and hyphens',
    )
    .optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  SITE_ROOT: z.string().optional(),
  BLOB_DIR: z.string().optional(),
  /** Folder of the built web interface; `npm start` sets it. If unset, the system has no web interface. */
  ADMIN_DIR: z.string().optional(),
  MAX_UPLOAD_BYTES: wholeNumber(1, 1_099_511_627_776).optional(),
  MARKETPLACE_URL: httpUrl.optional(),
  MARKETPLACE_CACHE_SECONDS: wholeNumber(0, 86_400).optional(),
  EXTENSIONS: z.string().optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000_000).optional(),
  HEALTH_PORT: port().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: tracesEndpoint(),
  LOG_LEVEL: z.enum(logLevels).default('warn'),
  /** Default: `text` on a terminal, otherwise `json`. */
  LOG_FORMAT: z.enum(logFormats).optional(),
})

export type StandaloneConfig = Omit<z.infer<typeof schema>, 'SITE_PORT' | 'LOG_FORMAT'> & {
  readonly SITE_PORT: number
  readonly LOG_FORMAT: LogFormat
  readonly env: Environment
}
export type Environment = Readonly<Record<string, string | undefined>>

/** Database URL for separate commands, which must not use a pooler. Undefined with the embedded database. */
export const directDatabase = ({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: direct,
}: StandaloneConfig): string | undefined => url && (direct ?? url)

/**
 * Validates the settings and resolves paths against `cwd`. The result includes `env`, from which each service
 * reads and validates its own settings. @throws ConfigError with every error
 */
export function standaloneConfig(env: Environment, cwd: string): StandaloneConfig {
  const config = loadConfig(schema, env)
  const path = (given: string) => (isAbsolute(given) ? given : resolve(cwd, given))
  const data = path(config.TYPECASE_DATA)
  return {
    ...config,
    SITE_PORT: config.SITE_PORT ?? (config.PORT === 0 ? 0 : config.PORT + 1),
    LOG_FORMAT: config.LOG_FORMAT ?? (process.stderr.isTTY ? 'text' : 'json'),
    TYPECASE_DATA: data,
    SITE_ROOT: path(config.SITE_ROOT ?? `${data}/site`),
    BLOB_DIR: path(config.BLOB_DIR ?? `${data}/blobs`),
    env,
  }
}
