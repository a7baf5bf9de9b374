import { availableParallelism } from 'node:os'
import { isEmail, isPassword, isUsername } from '@typecase/kernel'
import { natsSettings } from '@typecase/messaging/nats'
import { loadConfig, port, tracesEndpoint, wholeNumber } from '@typecase/runtime/config'
import { logLevels } from '@typecase/runtime/log'
import { type DatabaseOptions, databaseOptions, databaseSettings } from '@typecase/runtime/postgres'
import { serviceKeys } from '@typecase/runtime/service-keys'
import { z } from 'zod'

const schema = z.object({
  ...databaseSettings('identity'),
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().prefault('50051'),
  HEALTH_PORT: port().optional(),
  ...natsSettings,
  SESSION_TTL: wholeNumber(1, 315_360_000).prefault('86400'),
  ADMIN_USERNAME: z
    .string()
    .refine(isUsername, 'must be 2 to 64 letters, digits, dots, underscores or hyphens')
    .default('admin'),
  ADMIN_PASSWORD: z.string().refine(isPassword, 'must have 8 to 200 characters').optional(),
  ADMIN_EMAIL: z.string().refine(isEmail, 'must be a valid address').default('admin@localhost.localdomain'),
  /** Maximum concurrent password hashes. Each uses two cores, because Argon2 runs with two lanes. */
  HASH_CONCURRENCY: wholeNumber(1, 64).prefault(() => String(availableParallelism() < 4 ? 1 : 2)),
  /**
   * Failed or unfinished password checks per minute and client network; default RATE_LIMIT_PER_MINUTE / 10.
   */
  LOGIN_RATE_PER_MINUTE: wholeNumber(1, 1_000_000_000).optional(),
  /** The rate limit of the gateway. Identity uses it only for the default of LOGIN_RATE_PER_MINUTE. */
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000_000).prefault('1200'),
  /** Keys that sign calls between services. */
  SERVICE_KEYS: serviceKeys('identity'),
  /** Trace collector; without it no traces are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: tracesEndpoint(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
})

export type IdentityConfig = Omit<z.infer<typeof schema>, 'LOGIN_RATE_PER_MINUTE'> & {
  readonly LOGIN_RATE_PER_MINUTE: number
  readonly database: DatabaseOptions
}

/** @throws ConfigError that lists all errors */
export function identityConfig(env: Readonly<Record<string, string | undefined>>): IdentityConfig {
  const config = loadConfig(schema, env)
  const fallback = Math.max(1, Math.floor(config.RATE_LIMIT_PER_MINUTE / 10))
  return {
    ...config,
    LOGIN_RATE_PER_MINUTE: config.LOGIN_RATE_PER_MINUTE ?? fallback,
    database: databaseOptions(config),
  }
}
