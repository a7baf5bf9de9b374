import { createHash } from 'node:crypto'
import { systemClock } from '@typecase/kernel'
import { type EventBus, jetStreamEventBus } from '@typecase/messaging/events'
import { natsAccess } from '@typecase/messaging/nats'
import { outboxRelay } from '@typecase/messaging/outbox'
import { blobStoreIn } from '@typecase/runtime/blobs'
import { ConfigError } from '@typecase/runtime/config'
import type { LocalServers } from '@typecase/runtime/grpc'
import { healthServer } from '@typecase/runtime/health'
import { closing, migrating, type Part, repeating, type Service, service } from '@typecase/runtime/lifecycle'
import { createLogger, type Logger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { callGuard } from '@typecase/runtime/service-keys'
import { tracing } from '@typecase/runtime/tracing'
import { blobThemeFiles } from './adapters/blobs/theme-files.ts'
import { folderBundledThemes } from './adapters/folders/bundled-themes.ts'
import { zipFolder } from './adapters/folders/zip-folder.ts'
import { themesServer } from './adapters/grpc/server.ts'
import { bundledMarketplace } from './adapters/marketplace/bundled-marketplace.ts'
import { guardedDownload } from './adapters/marketplace/guarded-download.ts'
import { httpMarketplace } from './adapters/marketplace/http-marketplace.ts'
import { isolatedPackageReader } from './adapters/package-reader/isolated-package-reader.ts'
import { postgresMenuStore } from './adapters/postgres/menu-store.ts'
import { migrations, type ThemesTables } from './adapters/postgres/tables.ts'
import { postgresThemeStore } from './adapters/postgres/theme-store.ts'
import { starting } from './adapters/schedule/starting.ts'
import { isolatedTrial } from './adapters/trial/isolated-trial.ts'
import type { ThemesConfig } from './config.ts'
import { themesApp } from './core/app.ts'
import { cachedMarketplace } from './core/marketplace/cached-marketplace.ts'
import type { Marketplace } from './core/ports.ts'

export interface ThemesService extends Service {
  /** `host:port` of the gRPC server, available after start. */
  address(): string
}

/** Wires the service without starting it. @throws ConfigError if there is neither a bus nor NATS_URL */
export function composeThemes(
  config: ThemesConfig,
  shared: { bus?: EventBus; log?: Logger; local?: LocalServers | undefined } = {},
): ThemesService {
  const log = shared.log ?? createLogger('themes', config.LOG_LEVEL)
  const blobs = blobStoreIn(config.bytes)
  const bus = shared.bus ?? ownBus(config, log)
  const postgres = openPostgres<ThemesTables>({ ...config.database, log })
  const app = themesApp({
    themes: postgresThemeStore(postgres),
    menus: postgresMenuStore(postgres),
    files: blobThemeFiles(blobs),
    packages: isolatedPackageReader(log),
    trial: isolatedTrial(),
    bundled: folderBundledThemes(config.BUNDLED_THEMES_DIR),
    marketplace: cachedMarketplace(marketplace(config, log), config.MARKETPLACE_CACHE_SECONDS, systemClock),
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    clock: systemClock,
  })
  const { GRPC_HOST: host, HEALTH_PORT: port } = config
  const server = themesServer(app, {
    host,
    port: config.GRPC_PORT,
    log,
    guard: callGuard(config.SERVICE_KEYS, log),
    local: shared.local,
  })
  const parts: Part[] = [
    ...(port === undefined
      ? []
      : [healthServer({ host, port, log, checks: { postgres: postgres.ping, blobs: blobs.ping } })]),
    server,
    repeating({ name: 'prune', everyMs: 60 * 60_000, log, work: app.pruneThemes }),
    outboxRelay({ postgres, bus, source: '/typecase/themes', log }),
    starting('bundled themes', app.installBundledThemes),
    migrating(() => migrate(postgres, migrations)),
    ...(shared.bus ? [] : [closing('event bus', bus.close)]),
    closing('postgres', postgres.close),
    tracing({ service: 'typecase-themes', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, log }),
  ]
  return { ...service('themes', log, parts), address: server.address }
}

const marketplace = (
  { MARKETPLACE_URL: url, BUNDLED_THEMES_DIR: folder }: ThemesConfig,
  log: Logger,
): Marketplace =>
  url
    ? httpMarketplace(url, guardedDownload(new URL(url).origin), log)
    : bundledMarketplace(`${folder}/marketplace`, zipFolder, log)

function ownBus(config: ThemesConfig, log: Logger): EventBus {
  const nats = natsAccess(config, 'themes')
  if (!nats) throw new ConfigError(['NATS_URL is required'])
  return jetStreamEventBus({ ...nats, log })
}
