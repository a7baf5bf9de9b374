/** The settings of this service and the only reader of its environment. */
import { loadConfig, port, tracesEndpoint } from '@typecase/runtime/config'
import { logLevels } from '@typecase/runtime/log'
import { serviceKeys } from '@typecase/runtime/service-keys'
import { z } from 'zod'

const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' }),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and _')
    .default('content'),
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().prefault('50052'),
  HEALTH_PORT: port().optional(),
  /** Needed unless the event bus is handed in. */
  NATS_URL: z.string().optional(),
  /** Of the calls between the services. */
  SERVICE_KEYS: serviceKeys('content'),
  /** A collector of traces; none are made without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: tracesEndpoint(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
})

export type ContentConfig = z.infer<typeof schema>

/** @throws ConfigError with all faults at once */
export const contentConfig = (env: Readonly<Record<string, string | undefined>>): ContentConfig => loadConfig(schema, env)
