/** The settings of this service and the only reader of its environment. */
import { availableParallelism } from 'node:os'
import { isEmail, isPassword, isUsername } from '@typecase/kernel'
import { loadConfig, port, tracesEndpoint, wholeNumber } from '@typecase/runtime/config'
import { logLevels } from '@typecase/runtime/log'
import { serviceKeys } from '@typecase/runtime/service-keys'
import { z } from 'zod'

const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' }),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and _')
    .default('identity'),
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().prefault('50051'),
  HEALTH_PORT: port().optional(),
  /** Needed unless the event bus is handed in. */
  NATS_URL: z.string().optional(),
  SESSION_TTL: wholeNumber(1, 315_360_000).prefault('86400'),
  ADMIN_USERNAME: z.string().refine(isUsername, 'must be 2 to 64 letters, digits, dots, underscores or hyphens').default('admin'),
  ADMIN_PASSWORD: z.string().refine(isPassword, 'must have 8 to 200 characters').optional(),
  ADMIN_EMAIL: z.string().refine(isEmail, 'must be a valid address').default('admin@localhost.localdomain'),
  HASH_CONCURRENCY: wholeNumber(1, 64).prefault(() => String(Math.min(2, availableParallelism()))),
  /** Of the calls between the services. */
  SERVICE_KEYS: serviceKeys('identity'),
  /** A collector of traces; none are made without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: tracesEndpoint(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
})

export type IdentityConfig = z.infer<typeof schema>

/** @throws ConfigError with all faults at once */
export const identityConfig = (env: Readonly<Record<string, string | undefined>>): IdentityConfig => loadConfig(schema, env)
