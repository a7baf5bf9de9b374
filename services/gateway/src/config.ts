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
import { serviceKeys } from '@typecase/runtime/service-keys'
import { z } from 'zod'

const httpUrl = () =>
  z
    .string()
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must be an absolute http(s) URL')

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port().prefault('3000'),
  SITE_PORT: port().optional(),
  /** Port for probes and metrics. Without it, there are none. */
  HEALTH_PORT: port().optional(),
  PUBLIC_URL: httpUrl().optional(),
  PUBLIC_SITE_URL: siteOrigin().optional(),
  COOKIE_SECRET: list().refine(
    (secrets) => secrets.length > 0 && secrets.every((secret) => secret.length >= 16),
    'must be secrets of at least 16 characters each, separated by commas',
  ),
  IDENTITY_URL: address(),
  CONTENT_URL: address(),
  MEDIA_URL: address(),
  THEMES_URL: address(),
  PUBLISHER_URL: address(),
  SITE_ROOT: z.string().optional(),
  /** Folder of the built web interface. Without it, the web interface is not served. */
  ADMIN_DIR: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  MAX_UPLOAD_BYTES: wholeNumber(1, 1024 ** 4).prefault(String(50 * 1024 * 1024)),
  JSON_BODY_LIMIT: wholeNumber(1024, 1024 ** 3).prefault(String(4 * 1024 * 1024)),
  /** Memory for cached responses; 0 disables the cache. */
  ANSWER_CACHE_BYTES: wholeNumber(0, 1024 ** 4).prefault(String(64 * 1024 * 1024)),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000_000).prefault('1200'),
  TRUST_PROXY: wholeNumber(0, 100).prefault('0'),
  /** Milliseconds to keep serving after SIGTERM. */
  DRAIN_MS: wholeNumber(0, 20_000).prefault('0'),
  EXTENSIONS: list().prefault(''),
  HOOK_TIMEOUT_MS: wholeNumber(1, 60_000).prefault('1000'),
  /** Keys that sign calls between services. */
  SERVICE_KEYS: serviceKeys('gateway'),
  /** Trace collector; without it no traces are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: tracesEndpoint(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
})

type Environment = z.infer<typeof environment>
export type GatewayConfig = Omit<Environment, 'SITE_PORT' | 'COOKIE_SECRET'> & {
  readonly SITE_PORT: number
  /** Storage of the generated sites. It must be the same as that of the publisher. */
  readonly sites: { readonly folder: string } | { readonly s3: S3Options }
  readonly COOKIE_SECRET: readonly [string, ...string[]]
}

/** @throws ConfigError that lists all errors */
export function gatewayConfig(env: Readonly<Record<string, string | undefined>>): GatewayConfig {
  const given = loadConfig(environment, env)
  const sitePort = given.SITE_PORT ?? (given.PORT === 0 ? 0 : given.PORT + 1)
  if (sitePort > 65_535) throw new ConfigError(['SITE_PORT is required because PORT + 1 is not a valid port'])
  if (sitePort !== 0 && sitePort === given.PORT)
    throw new ConfigError(['SITE_PORT must differ from PORT, because the site needs its own origin'])
  return {
    ...given,
    sites: sitesOf(given),
    SITE_PORT: sitePort,
    COOKIE_SECRET: given.COOKIE_SECRET as [string, ...string[]],
  }
}

function sitesOf(given: Environment): GatewayConfig['sites'] {
  const s3 = s3Settings(given)
  if (s3) return { s3 }
  if (!given.SITE_ROOT) throw new ConfigError(['SITE_ROOT or S3_ENDPOINT is required'])
  return { folder: given.SITE_ROOT }
}
