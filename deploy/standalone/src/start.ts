/**
 * The standalone system: the six services in one process, which call each other without sockets, and an
 * embedded PostgreSQL that also stores the event queue.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { composeContent } from '@typecase/content/compose'
import { composeGateway } from '@typecase/gateway/compose'
import { composeIdentity } from '@typecase/identity/compose'
import { composeMedia } from '@typecase/media/compose'
import { type EventBus, jetStreamEventBus, localEventBus } from '@typecase/messaging/events'
import { natsAccess } from '@typecase/messaging/nats'
import { composePublisher } from '@typecase/publisher/compose'
import { reservePort } from '@typecase/runtime/child-process'
import type { LocalServers } from '@typecase/runtime/grpc'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import { createLogger, type Logger } from '@typecase/runtime/log'
import { type DatabaseOptions, openPostgres } from '@typecase/runtime/postgres'
import { tracing } from '@typecase/runtime/tracing'
import { composeThemes } from '@typecase/themes/compose'
import type { RunningSystem } from './announce.ts'
import { checkEnvironment } from './check-environment.ts'
import { directDatabase, type StandaloneConfig } from './config.ts'
import { cookieSecret, publishDatabaseUrl, takeDataFolder } from './data-folder.ts'
import { type EmbeddedDatabase, embeddedDatabase } from './embedded-database.ts'
import { restrictAccess } from './private-folder.ts'
import { serviceSettings } from './service-settings.ts'

export interface StandaloneOptions {
  readonly log: Logger
  /** Called with a line before each slow step. */
  readonly progress: (line: string) => void
}

export interface Standalone extends Part {
  /** Undefined while the system is not running. */
  running(): RunningSystem | undefined
}

/** Creates the system without starting it. A failed start stops the parts that have started. */
export function standalone(config: StandaloneConfig, { log, progress }: StandaloneOptions): Standalone {
  const started: Part[] = []
  let running: RunningSystem | undefined
  const begin = async <P extends Part>(part: P): Promise<P> => {
    started.unshift(part)
    await part.start()
    return part
  }
  const stop = async () => {
    running = undefined
    const parts = started.splice(0)
    for (const part of parts)
      await part
        .stop()
        .catch((error) =>
          log.error({ error, part: part.name }, 'stopping a part failed; the other parts still stop'),
        )
  }
  return {
    name: 'standalone',
    running: () => running,
    stop,
    async start() {
      try {
        running = await startAll(config, log, progress, begin)
      } catch (error) {
        await stop()
        throw error
      }
    },
  }
}

type Begin = <P extends Part>(part: P) => Promise<P>

async function startAll(
  config: StandaloneConfig,
  log: Logger,
  progress: (line: string) => void,
  begin: Begin,
): Promise<RunningSystem> {
  const folder = config.TYPECASE_DATA
  await begin(tracing({ service: 'typecase', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, log }))
  await begin(closing('data folder', await takeDataFolder(folder)))
  for (const line of await restrictAccess(folder)) log.warn(line)
  const secret = config.COOKIE_SECRET ?? (await cookieSecret(folder))
  // Validated before the database starts, so that an invalid setting or a port in use is reported early.
  serviceSettings(config, { databaseUrl: config.DATABASE_URL ?? 'postgres://pending', cookieSecret: secret })
  await checkEnvironment(config)
  const embedded =
    config.DATABASE_URL === undefined ? await startEmbedded(config, log, progress, begin) : undefined
  const databaseUrl = config.DATABASE_URL ?? embedded?.socketUrl() ?? ''
  const published = directDatabase(config) ?? embedded?.url() ?? databaseUrl
  await begin(closing('database url', await publishDatabaseUrl(folder, published)))
  const settings = serviceSettings(config, { databaseUrl, cookieSecret: secret })
  const bus = await eventBus(config, settings.content.database, begin)
  const { identity, gateway } = await startServices(config, settings, bus, begin)
  const urls = gateway.urls()
  const adminUrl = config.ADMIN_DIR === undefined ? undefined : `${urls.api}/admin`
  return {
    apiUrl: urls.api,
    siteUrl: urls.site,
    adminUrl,
    dataFolder: folder,
    administrator: identity.bootstrap(),
  }
}

/** Starts the six services. A service starts after those whose addresses it needs. */
async function startServices(
  { LOG_LEVEL, LOG_FORMAT }: StandaloneConfig,
  settings: ReturnType<typeof serviceSettings>,
  bus: EventBus,
  begin: Begin,
) {
  const local: LocalServers = new Map()
  const shared = (name: string) => ({ bus, local, log: createLogger(name, LOG_LEVEL, LOG_FORMAT) })

  const [identity, content, themes] = await allStarted(
    begin(composeIdentity(settings.identity, shared('identity'))),
    begin(composeContent(settings.content, shared('content'))),
    begin(composeThemes(settings.themes, shared('themes'))),
  )
  const media = await begin(
    composeMedia({ ...settings.media, CONTENT_URL: content.address() }, shared('media')),
  )
  const sources = { CONTENT_URL: content.address(), MEDIA_URL: media.address(), THEMES_URL: themes.address() }
  const called = { ...sources, IDENTITY_URL: identity.address() }
  const publisher = await begin(composePublisher({ ...settings.publisher, ...called }, shared('publisher')))
  const targets = { ...called, PUBLISHER_URL: publisher.address() }
  const gateway = await begin(composeGateway({ ...settings.gateway, ...targets }, shared('gateway')))
  return { identity, gateway }
}

async function startEmbedded(
  config: StandaloneConfig,
  log: Logger,
  progress: (line: string) => void,
  begin: Begin,
): Promise<EmbeddedDatabase> {
  const dataDir = join(config.TYPECASE_DATA, 'postgres')
  progress(existsSync(dataDir) ? 'Starting PostgreSQL …' : 'Preparing a PostgreSQL database (once) …')
  // Reserves the ports of the settings, so that the database does not choose one of them.
  for (const port of [config.PORT, config.SITE_PORT, config.HEALTH_PORT]) if (port) reservePort(port)
  const database = await begin(embeddedDatabase(dataDir, log))
  progress('Starting the services …')
  return database
}

/**
 * Waits until every start has completed or failed, then throws the first error, if any. Without this wait,
 * `stop` would not stop a part whose start is still in progress.
 */
async function allStarted<T extends readonly unknown[]>(
  ...starts: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const failed = (await Promise.allSettled(starts)).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return (await Promise.all(starts)) as unknown as T
}

async function eventBus(
  config: StandaloneConfig,
  database: DatabaseOptions,
  begin: Begin,
): Promise<EventBus> {
  const log = createLogger('events', config.LOG_LEVEL, config.LOG_FORMAT)
  const nats = natsAccess(config)
  if (nats) {
    const bus = jetStreamEventBus({ ...nats, log })
    await begin(closing('event bus', bus.close))
    return bus
  }
  const postgres = openPostgres({ ...database, schema: 'events', log })
  await begin(closing('event queue database', postgres.close))
  const bus = localEventBus({ postgres, log })
  await begin(closing('event queue', bus.close))
  return bus
}
