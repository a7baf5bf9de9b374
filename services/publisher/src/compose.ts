import { join, resolve } from 'node:path'
import { systemClock } from '@typecase/kernel'
import { type EventBus, jetStreamEventBus } from '@typecase/messaging/events'
import { natsAccess } from '@typecase/messaging/nats'
import { outboxRelay } from '@typecase/messaging/outbox'
import { s3BlobStore } from '@typecase/runtime/blobs'
import { ConfigError } from '@typecase/runtime/config'
import { extensionHooks } from '@typecase/runtime/extensions'
import type { LocalServers } from '@typecase/runtime/grpc'
import { healthServer } from '@typecase/runtime/health'
import { beginning, closing, migrating, type Part, type Service, service } from '@typecase/runtime/lifecycle'
import { createLogger, type Logger } from '@typecase/runtime/log'
import { migrate, openPostgres, type Postgres, uuidv7 } from '@typecase/runtime/postgres'
import { callGuard, callSigner, replicaKeys } from '@typecase/runtime/service-keys'
import { tracing } from '@typecase/runtime/tracing'
import { readProgram } from '@typecase/sandbox'
import { type HtmlBuffers, htmlBuffers } from '@typecase/theme-engine'
import { grpcContentFeed } from './adapters/clients/content-feed.ts'
import { grpcProfileReader } from './adapters/clients/profiles.ts'
import { grpcSiteSource } from './adapters/clients/site-source.ts'
import { changeConsumer } from './adapters/events/consumer.ts'
import { extensionSiteHooks } from './adapters/extensions/site-hooks.ts'
import { folderSiteStore } from './adapters/folder/site-store.ts'
import { publisherServer } from './adapters/grpc/server.ts'
import { rendererProgram } from './adapters/handlebars/program.ts'
import { handlebarsRenderer } from './adapters/handlebars/renderer.ts'
import { rendererInTurn } from './adapters/handlebars/renderer-in-turn.ts'
import { rendererOnDemand } from './adapters/handlebars/renderer-on-demand.ts'
import { renderedImages, withRenderedImages } from './adapters/images/rendered-images.ts'
import { otherPublishers } from './adapters/jetstream/other-publishers.ts'
import { jetStreamShardQueue } from './adapters/jetstream/shard-queue.ts'
import { bodyFiles } from './adapters/markup/body-files.ts'
import { bodyPool, bodyProgram } from './adapters/markup/body-pool.ts'
import { markedMarkup } from './adapters/markup/markup.ts'
import { sha256Digest } from './adapters/node-crypto/digest.ts'
import { postgresAddressStore } from './adapters/postgres/addresses.ts'
import { postgresGenerationLedger } from './adapters/postgres/ledger.ts'
import { migrations } from './adapters/postgres/migrations.ts'
import { postgresModelStore } from './adapters/postgres/model-store.ts'
import { postgresPageRecordStore } from './adapters/postgres/page-records.ts'
import { pendingChangesMetric } from './adapters/postgres/pending-changes-metric.ts'
import { postgresReceiptBook } from './adapters/postgres/receipts.ts'
import { postgresRedirectStore } from './adapters/postgres/redirects.ts'
import type { PublisherTables } from './adapters/postgres/schema.ts'
import { postgresSiteSignals } from './adapters/postgres/site-signals.ts'
import { generationWorker } from './adapters/postgres/worker.ts'
import { S3SiteStore } from './adapters/s3/site-store.ts'
import { WatchedGenerations } from './adapters/telemetry/watched-generations.ts'
import type { PublisherConfig } from './config.ts'
import { type PublisherApp, publisherApp } from './core/app.ts'
import type { SiteStore } from './core/ports.ts'

const previewIdleMs = 120_000

export interface PublisherService extends Service {
  address(): string
}

interface Shared {
  readonly bus?: EventBus
  readonly log?: Logger
  readonly local?: LocalServers | undefined
}

/** @throws ConfigError if neither a bus nor NATS_URL is given */
export function composePublisher(config: PublisherConfig, shared: Shared = {}): PublisherService {
  const log = shared.log ?? createLogger('publisher', config.LOG_LEVEL)
  const postgres = openPostgres<PublisherTables>({ ...config.database, log })
  const bus = shared.bus ?? ownBus(config, log)
  const rendering = composeRendering(config, log, shared.bus === undefined)
  const images = renderedImages({ log })
  const { source: services, feed } = composeClients(config, log, shared.local)
  const source = withRenderedImages(services, images)
  const markup = markedMarkup({ files: storedBodies(config), pool: bodyPool(config.RENDERERS) })
  const sites = siteStore(config, rendering.buffers, log)
  const { hooks, part: extensions } = extensionHooks({
    paths: config.EXTENSIONS,
    limitMs: config.HOOK_TIMEOUT_MS,
    log,
  })
  const signals = postgresSiteSignals(postgres)
  const watched = new WatchedGenerations()
  const { renderer, previewer, shards } = rendering
  const ports = watched.ports({
    ...postgresPorts(postgres),
    source,
    themes: source,
    feed,
    markup,
    renderer,
    previewer,
    sites,
    signals,
    shards,
    hooks: extensionSiteHooks(hooks),
    digest: sha256Digest,
    clock: systemClock,
    newId: uuidv7,
    publicSiteUrl: config.PUBLIC_SITE_URL,
    wake: () => worker.wake(),
  })
  const app = publisherApp(ports)
  const worker = generationWorker({
    postgres,
    log,
    runGenerations: (signal) => watched.run(() => app.runGenerations(signal)),
  })
  const server = publisherServer(app, {
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    log,
    guard: callGuard(config.SERVICE_KEYS, log),
    local: shared.local,
  })
  const health = { host: config.GRPC_HOST, log, checks: { postgres: postgres.ping } }
  const parts: Part[] = [
    ...(config.HEALTH_PORT === undefined ? [] : [healthServer({ ...health, port: config.HEALTH_PORT })]),
    closing('watchers of the site', async () => app.watchSite.end()),
    server,
    signals.part,
    consumerOfChanges({ bus, postgres, log, app }),
    worker,
    pendingChangesMetric(postgres.db, log),
    beginning('programs', () => [bodyProgram, rendererProgram.program].forEach(readProgram)),
    ...(shards ? [shards.worker(app.renderShard)] : []),
    outboxRelay({ postgres, bus, source: '/typecase/publisher', log }),
    extensions,
    markup.part,
    images.part,
    ...rendering.parts,
    closing('sites', () => sites.close()),
    closing('clients', async () => [source, feed].forEach((client) => void client.close())),
    migrating(() => migrate(postgres, migrations)),
    ...(shared.bus ? [] : [closing('event bus', bus.close)]),
    closing('postgres', postgres.close),
    tracing({ service: 'typecase-publisher', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, log }),
  ]
  return { ...service('publisher', log, parts), address: server.address }
}

function composeRendering(config: PublisherConfig, log: Logger, usesNats: boolean) {
  const buffers = htmlBuffers()
  const local = handlebarsRenderer({ processes: config.RENDERERS, buffers })
  const previewer = rendererOnDemand(() => handlebarsRenderer({ processes: 1 }), previewIdleMs)
  const nats = usesNats ? natsAccess(config, 'publisher') : undefined
  const others = nats && otherPublishers({ nats, log, keys: replicaKeys(config.SERVICE_KEYS, 'rendering') })
  return {
    buffers,
    renderer: rendererInTurn(local),
    previewer,
    shards: others && jetStreamShardQueue({ queue: others, id: uuidv7(), log }),
    parts: [
      ...(others ? [closing('other publishers', others.close)] : []),
      closing('renderers', async () => [local, previewer].forEach((renderer) => void renderer.close())),
    ],
  }
}

function composeClients(config: PublisherConfig, log: Logger, local: LocalServers | undefined) {
  const signer = (target: 'content' | 'media' | 'themes') => callSigner(config.SERVICE_KEYS, target)
  return {
    source: grpcSiteSource({
      content: config.CONTENT_URL,
      media: config.MEDIA_URL,
      themes: config.THEMES_URL,
      signer,
      local,
      profiles: profileReader(config, log, local),
    }),
    feed: grpcContentFeed(config.CONTENT_URL, signer('content'), local),
  }
}

const postgresPorts = (postgres: Postgres<PublisherTables>) => ({
  model: postgresModelStore(postgres),
  records: postgresPageRecordStore(postgres.db),
  receipts: postgresReceiptBook(postgres.db),
  redirects: postgresRedirectStore(postgres.db),
  addresses: postgresAddressStore(postgres.db),
  ledger: postgresGenerationLedger(postgres.db),
})

interface Consuming {
  readonly bus: EventBus
  readonly postgres: Postgres<PublisherTables>
  readonly log: Logger
  readonly app: PublisherApp
}

const consumerOfChanges = ({ bus, postgres, log, app }: Consuming): Part =>
  changeConsumer({
    bus,
    postgres,
    log,
    noteChanges: (tx, changes, isAlone) =>
      app.noteChanges(postgresGenerationLedger(tx), { receipts: postgresReceiptBook(tx), changes, isAlone }),
  })

function profileReader(
  { IDENTITY_URL: address, SERVICE_KEYS: keys }: PublisherConfig,
  log: Logger,
  local: LocalServers | undefined,
) {
  const hasKey = keys === 'off' || keys.asCallerOf.has('identity')
  const sign = hasKey ? callSigner(keys, 'identity') : undefined
  return grpcProfileReader({ address, hasKey, sign, log, local })
}

function siteStore(
  { sites }: PublisherConfig,
  buffers: HtmlBuffers,
  log: Logger,
): SiteStore & { close(): Promise<void> } {
  if ('folder' in sites) return folderSiteStore(resolve(sites.folder), buffers)
  const onGarbageFailed = (error: unknown) =>
    log.warn({ error }, 'unneeded objects of sites could not be removed; trying again later')
  return new S3SiteStore(s3BlobStore(sites.s3), { onGarbageFailed })
}

const storedBodies = ({ SITE_ROOT: root }: PublisherConfig) =>
  root === undefined ? undefined : bodyFiles(join(resolve(root), '.generations/bodies'))

function ownBus(config: PublisherConfig, log: Logger): EventBus {
  const nats = natsAccess(config, 'publisher')
  if (!nats) throw new ConfigError(['NATS_URL is required'])
  return jetStreamEventBus({ ...nats, log })
}
