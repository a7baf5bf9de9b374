/** Runs the content service with one broken part, to prove that the checks detect the defect. */
import { systemClock } from '@typecase/kernel'
import { type EventBus, jetStreamEventBus } from '@typecase/messaging/events'
import { outboxRelay } from '@typecase/messaging/outbox'
import { healthServer } from '@typecase/runtime/health'
import { closing, migrating, type Part, runService, service } from '@typecase/runtime/lifecycle'
import { createLogger, type Logger } from '@typecase/runtime/log'
import { openPostgres, uuidv7 } from '@typecase/runtime/postgres'
import { callGuard } from '@typecase/runtime/service-keys'
import { changeHandlers } from '../../../services/content/src/adapters/grpc/changes.ts'
import { contentServer } from '../../../services/content/src/adapters/grpc/server.ts'
import { markup } from '../../../services/content/src/adapters/markup/markup.ts'
import { postgresChangeFeed } from '../../../services/content/src/adapters/postgres/changes.ts'
import { migrateContent } from '../../../services/content/src/adapters/postgres/migrate.ts'
import type { ContentTables } from '../../../services/content/src/adapters/postgres/schema.ts'
import { postgresContentStore } from '../../../services/content/src/adapters/postgres/store.ts'
import { contentConfig } from '../../../services/content/src/config.ts'
import { contentApp } from '../../../services/content/src/core/app.ts'
import { storeWrite } from '../../../services/content/src/core/items/write-item.ts'
import type { ContentStore } from '../../../services/content/src/core/ports.ts'
import { postRules } from '../../../services/content/src/core/posts/post-rules.ts'

export interface Breakage {
  /** Returns the store that replaces the correct one. */
  readonly store?: (good: ContentStore, bus: EventBus, log: Logger) => ContentStore
  /** Returns the bus that replaces the correct one in the outbox relay. */
  readonly bus?: (good: EventBus) => EventBus
}

export async function runBrokenContent({
  store = (good) => good,
  bus: busOfRelay = (good) => good,
}: Breakage): Promise<void> {
  const config = contentConfig(process.env)
  const log = createLogger('content', config.LOG_LEVEL)
  const bus = jetStreamEventBus({ url: config.NATS_URL ?? '', log })
  const postgres = openPostgres<ContentTables>({ ...config.database, log })
  const chosen = store(postgresContentStore(postgres), bus, log)
  const app = contentApp({
    // Routes post changes through `write`, so that a broken `write` affects them too.
    store: { ...chosen, changePost: (change) => chosen.write((tx) => storeWrite(postRules, tx, change)) },
    markup: markup(),
    clock: systemClock,
    newId: uuidv7,
    logError: (error) => log.error({ error }, 'an item failed'),
  })
  const { GRPC_HOST: host, GRPC_PORT: port, HEALTH_PORT: healthPort = 0 } = config
  const parts: Part[] = [
    healthServer({ host, log, checks: { postgres: postgres.ping }, port: healthPort }),
    contentServer(app, {
      host,
      port,
      log,
      guard: callGuard(config.SERVICE_KEYS, log),
      more: [changeHandlers(postgresChangeFeed(postgres.db))],
    }),
    outboxRelay({ postgres, bus: busOfRelay(bus), source: '/typecase/content', log }),
    migrating(() => migrateContent(postgres)),
    closing('event bus', bus.close),
    closing('postgres', postgres.close),
  ]
  await runService(service('content', log, parts), log, [])
}
