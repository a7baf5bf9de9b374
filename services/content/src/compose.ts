import { systemClock } from '@typecase/kernel'
import { type EventBus, jetStreamEventBus } from '@typecase/messaging/events'
import { natsAccess } from '@typecase/messaging/nats'
import { outboxRelay } from '@typecase/messaging/outbox'
import { ConfigError } from '@typecase/runtime/config'
import type { LocalServers } from '@typecase/runtime/grpc'
import { healthServer } from '@typecase/runtime/health'
import { closing, migrating, type Part, type Service, service } from '@typecase/runtime/lifecycle'
import { createLogger, type Logger } from '@typecase/runtime/log'
import { openPostgres, uuidv7 } from '@typecase/runtime/postgres'
import { callGuard } from '@typecase/runtime/service-keys'
import { tracing } from '@typecase/runtime/tracing'
import { changeHandlers } from './adapters/grpc/changes.ts'
import { contentServer } from './adapters/grpc/server.ts'
import { markup } from './adapters/markup/markup.ts'
import { postgresChangeFeed } from './adapters/postgres/changes.ts'
import { fillTermsPart } from './adapters/postgres/fill-terms.ts'
import { foldWordsPart } from './adapters/postgres/fold-words.ts'
import { migrateContent } from './adapters/postgres/migrate.ts'
import type { ContentTables } from './adapters/postgres/schema.ts'
import { postgresContentStore } from './adapters/postgres/store.ts'
import { schedulePart } from './adapters/schedule/schedule-part.ts'
import type { ContentConfig } from './config.ts'
import { contentApp } from './core/app.ts'

export interface ContentService extends Service {
  /** `host:port` of the gRPC server; available after the start. */
  address(): string
}

/** @throws ConfigError if there is neither a bus nor NATS_URL */
export function composeContent(
  config: ContentConfig,
  shared: { bus?: EventBus; log?: Logger; local?: LocalServers | undefined } = {},
): ContentService {
  const log = shared.log ?? createLogger('content', config.LOG_LEVEL)
  const bus = shared.bus ?? ownBus(config, log)
  const postgres = openPostgres<ContentTables>({ ...config.database, log })
  const app = contentApp({
    store: postgresContentStore(postgres),
    markup: markup(),
    clock: systemClock,
    newId: uuidv7,
    logError: (error) => log.error({ error }, 'an item failed'),
  })
  const server = contentServer(app, {
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    log,
    guard: callGuard(config.SERVICE_KEYS, log),
    local: shared.local,
    more: [changeHandlers(postgresChangeFeed(postgres.db))],
  })
  const health = { host: config.GRPC_HOST, log, checks: { postgres: postgres.ping } }
  const parts: Part[] = [
    ...(config.HEALTH_PORT === undefined ? [] : [healthServer({ ...health, port: config.HEALTH_PORT })]),
    server,
    schedulePart({ followSchedule: app.followSchedule, log }),
    outboxRelay({ postgres, bus, source: '/typecase/content', log }),
    foldWordsPart({ postgres, log }),
    fillTermsPart({ postgres, log }),
    migrating(() => migrateContent(postgres)),
    ...(shared.bus ? [] : [closing('event bus', bus.close)]),
    closing('postgres', postgres.close),
    tracing({ service: 'typecase-content', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, log }),
  ]
  return { ...service('content', log, parts), address: server.address }
}

function ownBus(config: ContentConfig, log: Logger): EventBus {
  const nats = natsAccess(config, 'content')
  if (!nats) throw new ConfigError(['NATS_URL is required'])
  return jetStreamEventBus({ ...nats, log })
}
