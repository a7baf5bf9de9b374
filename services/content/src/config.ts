/** Settings of this service. No other module reads its environment variables. */

import { natsSettings } from '@typecase/messaging/nats'
import { loadConfig, port, tracesEndpoint } from '@typecase/runtime/config'
import { logLevels } from '@typecase/runtime/log'
import { type DatabaseOptions, databaseOptions, databaseSettings } from '@typecase/runtime/postgres'
import { serviceKeys } from '@typecase/runtime/service-keys'
import { z } from 'zod'

const schema = z.object({
  ...databaseSettings('content'),
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().prefault('50052'),
  HEALTH_PORT: port().optional(),
  ...natsSettings,
  /** Keys that sign calls between services. */
  SERVICE_KEYS: serviceKeys('content'),
  /** Trace collector; without it no traces are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: tracesEndpoint(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
})

export type ContentConfig = z.infer<typeof schema> & { readonly database: DatabaseOptions }

/** @throws ConfigError with every error */
export function contentConfig(env: Readonly<Record<string, string | undefined>>): ContentConfig {
  const config = loadConfig(schema, env)
  return { ...config, database: databaseOptions(config) }
}
