import { systemClock } from '@typecase/kernel'
import { type EventBus, jetStreamEventBus } from '@typecase/messaging/events'
import { natsAccess } from '@typecase/messaging/nats'
import { outboxRelay } from '@typecase/messaging/outbox'
import { blobStoreIn } from '@typecase/runtime/blobs'
import { ConfigError } from '@typecase/runtime/config'
import type { LocalServers } from '@typecase/runtime/grpc'
import { type HealthOptions, healthServer } from '@typecase/runtime/health'
import { closing, migrating, type Part, repeating, type Service, service } from '@typecase/runtime/lifecycle'
import { createLogger, type Logger } from '@typecase/runtime/log'
import { migrate, openPostgres, uuidv7 } from '@typecase/runtime/postgres'
import { callGuard, callSigner } from '@typecase/runtime/service-keys'
import { tracing } from '@typecase/runtime/tracing'
import { sha256, storedBlobs } from './adapters/blobs/blobs.ts'
import { contentClient, grpcContent } from './adapters/content/content.ts'
import { contentConsumer } from './adapters/events/consumers.ts'
import { renditionConsumer } from './adapters/events/rendition-consumer.ts'
import { mediaServer } from './adapters/grpc/server.ts'
import { processInspector } from './adapters/images/inspector.ts'
import { processRenderer } from './adapters/images/renderer.ts'
import { markdownMarkup } from './adapters/markup/markup.ts'
import { migrations } from './adapters/postgres/migrations.ts'
import { queueOf } from './adapters/postgres/rendition-store.ts'
import type { MediaTables } from './adapters/postgres/schema.ts'
import { postgresStores } from './adapters/postgres/stores.ts'
import { renditionWorker } from './adapters/schedule/rendition-worker.ts'
import { renditionReports } from './adapters/telemetry/rendition-reports.ts'
import type { MediaConfig } from './config.ts'
import { mediaApp } from './core/app.ts'

export interface MediaService extends Service {
  /** `host:port` of the gRPC server, available after start. */
  address(): string
}

const everyMs = { references: 10_000, prune: 30 * 60_000 }

/** Wires the service without starting it. @throws ConfigError if neither `bus` nor NATS_URL is set */
export function composeMedia(
  config: MediaConfig,
  shared: { bus?: EventBus; log?: Logger; local?: LocalServers | undefined } = {},
): MediaService {
  const log = shared.log ?? createLogger('media', config.LOG_LEVEL)
  const bus = shared.bus ?? ownBus(config, log)
  const postgres = openPostgres<MediaTables>({ ...config.database, log })
  const blobs = blobStoreIn(config.bytes)
  const content = contentClient(config.CONTENT_URL, callSigner(config.SERVICE_KEYS, 'content'), shared.local)
  const images = processInspector({ log })
  const markup = markdownMarkup({ log })
  const app = mediaApp({
    ...postgresStores(postgres),
    content: grpcContent(content, [config.PUBLIC_URL, config.PUBLIC_SITE_URL]),
    markup,
    blobs: storedBlobs(blobs),
    images,
    renderer: processRenderer(),
    onRenditions: renditionReports(log),
    clock: systemClock,
    newId: uuidv7,
    newHash: sha256,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
  })
  const server = mediaServer(app, {
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    log,
    guard: callGuard(config.SERVICE_KEYS, log),
    local: shared.local,
  })
  const parts: Part[] = [
    ...health(config, log, { postgres: postgres.ping, blobs: blobs.ping }),
    server,
    contentConsumer(app, { bus, postgres, log }),
    renditionConsumer(app, { bus, postgres, log, queueIn: queueOf }),
    renditionWorker(app, log),
    repeating({ name: 'references', everyMs: everyMs.references, log, work: app.catchUpInBackground }),
    repeating({ name: 'prune', everyMs: everyMs.prune, log, work: app.pruneBlobs }),
    outboxRelay({ postgres, bus, source: '/typecase/media', log }),
    images.part,
    markup.part,
    migrating(() => migrate(postgres, migrations)),
    closing('content client', async () => content.close()),
    ...(shared.bus ? [] : [closing('event bus', bus.close)]),
    closing('postgres', postgres.close),
    tracing({ service: 'typecase-media', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, log }),
  ]
  return { ...service('media', log, parts), address: server.address }
}

const health = (
  { HEALTH_PORT: port, GRPC_HOST: host }: MediaConfig,
  log: Logger,
  checks: HealthOptions['checks'],
): Part[] => (port === undefined ? [] : [healthServer({ port, host, log, checks })])

function ownBus(config: MediaConfig, log: Logger): EventBus {
  const nats = natsAccess(config, 'media')
  if (!nats) throw new ConfigError(['NATS_URL is required'])
  return jetStreamEventBus({ ...nats, log })
}
