import { natsSettings } from '@typecase/messaging/nats'
import { type BlobPlace, blobPlace } from '@typecase/runtime/blobs'
import { address, loadConfig, port, siteOrigin, tracesEndpoint, wholeNumber } from '@typecase/runtime/config'
import { logLevels } from '@typecase/runtime/log'
import { type DatabaseOptions, databaseOptions, databaseSettings } from '@typecase/runtime/postgres'
import { serviceKeys } from '@typecase/runtime/service-keys'
import { z } from 'zod'

const httpUrl = () => z.url({ protocol: /^https?$/, error: 'must be an absolute http(s) URL' })

const schema = z.object({
  ...databaseSettings('media'),
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().prefault('50053'),
  HEALTH_PORT: port().optional(),
  ...natsSettings,
  CONTENT_URL: address(),
  /** Public URLs of Typecase and of its site. Absolute URLs of media files have one of these origins. */
  PUBLIC_URL: httpUrl().optional(),
  PUBLIC_SITE_URL: siteOrigin().optional(),
  /** Bytes; default 50 MiB. */
  MAX_UPLOAD_BYTES: wholeNumber(1, 1024 ** 4).prefault(String(50 * 1024 * 1024)),
  /** Folder of the files, unless they are in S3. */
  BLOB_DIR: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  /** Keys that sign calls between services. */
  SERVICE_KEYS: serviceKeys('media'),
  /** Trace collector; without it no traces are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: tracesEndpoint(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
})

export type MediaConfig = z.infer<typeof schema> & {
  /** Storage of file contents. */
  readonly bytes: BlobPlace
  readonly database: DatabaseOptions
}

/** @throws ConfigError that lists all errors */
export function mediaConfig(env: Readonly<Record<string, string | undefined>> = process.env): MediaConfig {
  const config = loadConfig(schema, env)
  return { ...config, bytes: blobPlace(config), database: databaseOptions(config) }
}
