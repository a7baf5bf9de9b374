/** The settings of this service and the only reader of its environment. */
import { address, ConfigError, loadConfig, port, wholeNumber } from '@typecase/runtime/config'
import { logLevels } from '@typecase/runtime/log'
import { z } from 'zod'

const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' }),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and _')
    .default('media'),
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().prefault('50053'),
  HEALTH_PORT: port().optional(),
  /** Needed unless the event bus is handed in. */
  NATS_URL: z.string().optional(),
  CONTENT_URL: address(),
  /** Where the system is reached; media urls may be written with its origin. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an absolute http(s) URL' }).optional(),
  /** Bytes; 50 MiB. */
  MAX_UPLOAD_BYTES: wholeNumber(1, 1024 ** 4).prefault(String(50 * 1024 * 1024)),
  /** A folder for the files, unless they go to S3. */
  BLOB_DIR: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
})

export type MediaConfig = z.infer<typeof schema>

/** @throws ConfigError with all faults at once */
export function mediaConfig(env: Readonly<Record<string, string | undefined>> = process.env): MediaConfig {
  const config = loadConfig(schema, env)
  const faults: string[] = []
  if (config.S3_ENDPOINT && !(config.S3_BUCKET && config.S3_ACCESS_KEY && config.S3_SECRET_KEY)) {
    faults.push('S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY beside it')
  }
  if (!config.S3_ENDPOINT && !config.BLOB_DIR) faults.push('BLOB_DIR is required, or S3_ENDPOINT')
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}
