/** Wires the adapters and the core of the gateway. */
import type { RequestListener } from 'node:http'
import { systemClock } from '@typecase/kernel'
import { s3BlobStore } from '@typecase/runtime/blobs'
import { extensionHooks } from '@typecase/runtime/extensions'
import type { LocalServers } from '@typecase/runtime/grpc'
import { healthServer } from '@typecase/runtime/health'
import { closing, lingering, type Part, repeating, service } from '@typecase/runtime/lifecycle'
import { createLogger, type Logger } from '@typecase/runtime/log'
import { callSigner } from '@typecase/runtime/service-keys'
import { tracing } from '@typecase/runtime/tracing'
import repository from '../../../package.json' with { type: 'json' }
import { folderSiteFiles } from './adapters/folder/site-files.ts'
import { grpcServices } from './adapters/grpc/clients.ts'
import { requestCounter } from './adapters/grpc/request-counter.ts'
import { type AppOptions, httpApp } from './adapters/http/app.ts'
import { signedCookies } from './adapters/http/cookies.ts'
import type { FinishedReply } from './adapters/http/reply.ts'
import { routeTable } from './adapters/http/routes/index.ts'
import { httpServer } from './adapters/http/server.ts'
import { toSessionUser } from './adapters/http/shapes/user.ts'
import { siteListener } from './adapters/http/site.ts'
import { siteFolder } from './adapters/http/site-folder.ts'
import { s3SiteFiles } from './adapters/s3/site-files.ts'
import type { GatewayConfig } from './config.ts'
import type { ContentApi } from './core/ports.ts'
import { rateLimiter } from './core/rate-limit.ts'
import { responseCache } from './core/response-cache.ts'
import { openSession } from './core/session.ts'
import { shareBudgets } from './core/share-budgets.ts'

export interface Gateway extends Part {
  /** URLs of the listeners, available after start. */
  urls(): { readonly api: string; readonly site: string }
}

/** Milliseconds between exchanges of request counts with the other gateways. */
const shareEveryMs = 500

export function composeGateway(
  config: GatewayConfig,
  shared: { readonly log?: Logger; readonly local?: LocalServers } = {},
): Gateway {
  const log = shared.log ?? createLogger('gateway', config.LOG_LEVEL)
  const { hooks, part: extensions } = extensionHooks({
    paths: config.EXTENSIONS,
    limitMs: config.HOOK_TIMEOUT_MS,
    log,
  })
  const services = connect(config, shared.local)
  const folder = siteFolder(services.content)
  const files = siteFiles(config)
  const urls = () => ({
    api: publicUrl(config.PUBLIC_URL) ?? localUrl(config, api),
    site: publicUrl(config.PUBLIC_SITE_URL) ?? localUrl(config, site),
  })
  const limiter = rateLimiter(config.RATE_LIMIT_PER_MINUTE, systemClock)
  const app = apiListener(config, {
    services,
    hooks,
    siteFolder: folder,
    siteFiles: files,
    limiter,
    isReady: () => api.isAccepting(),
    siteUrl: () => urls().site,
    log,
  })
  const { HOST: host } = config
  const api = httpServer({ name: 'api', host, port: config.PORT, variable: 'PORT', listener: app })
  const site = siteServer(config, siteListener({ files, folder, log }))
  const share = () => shareBudgets(limiter, requestCounter(services.identity))
  const sharing = repeating({ name: 'shared budgets', everyMs: shareEveryMs, log, work: share })
  const clients = closing('clients', async () => services.close())
  const traces = tracing({ service: 'typecase-gateway', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, log })
  const parts = [
    lingering(config.DRAIN_MS),
    api,
    site,
    ...health(config, log),
    extensions,
    sharing,
    clients,
    traces,
  ]
  return { ...service('gateway', log, parts), urls }
}

type ApiParts = Pick<
  AppOptions,
  'services' | 'hooks' | 'siteFolder' | 'siteFiles' | 'limiter' | 'isReady' | 'log'
> & { readonly siteUrl: () => string }

/** The HTTP API, with the settings of `config`. */
const apiListener = (config: GatewayConfig, { siteUrl, ...parts }: ApiParts): RequestListener =>
  httpApp({
    ...parts,
    routes: routeTable(repository.version, { publicUrl: publicUrl(config.PUBLIC_URL), siteUrl }),
    cookies: signedCookies(config.COOKIE_SECRET),
    contentCache: contentCache(config, parts.services.content),
    openSession: openSession(parts.services.identity, toSessionUser),
    publicOrigin: config.PUBLIC_URL && new URL(config.PUBLIC_URL).origin,
    trustProxy: config.TRUST_PROXY,
    adminFolder: config.ADMIN_DIR,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    jsonBodyLimit: config.JSON_BODY_LIMIT,
  })

const connect = (config: GatewayConfig, local: LocalServers | undefined) =>
  grpcServices(
    {
      identity: config.IDENTITY_URL,
      content: config.CONTENT_URL,
      media: config.MEDIA_URL,
      themes: config.THEMES_URL,
      publisher: config.PUBLISHER_URL,
    },
    (target) => callSigner(config.SERVICE_KEYS, target),
    local,
  )

const contentCache = (config: GatewayConfig, content: ContentApi) =>
  responseCache<FinishedReply>({
    version: async () => (await content.readPosition({})).position,
    clock: systemClock,
    maxBytes: config.ANSWER_CACHE_BYTES,
  })

const siteFiles = ({ sites }: GatewayConfig) =>
  's3' in sites ? s3SiteFiles(s3BlobStore(sites.s3)) : folderSiteFiles(sites.folder)

const siteServer = (config: GatewayConfig, listener: RequestListener) =>
  httpServer({
    name: 'site',
    host: config.HOST,
    port: config.SITE_PORT,
    variable: 'SITE_PORT',
    listener,
    format: 'text',
  })

const health = ({ HEALTH_PORT: port, HOST: host }: GatewayConfig, log: Logger): Part[] =>
  port === undefined ? [] : [healthServer({ port, host, log, checks: {} })]

const publicUrl = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '')

const localUrl = ({ HOST: host }: GatewayConfig, { port }: { port(): number }): string =>
  `http://${['0.0.0.0', '::'].includes(host) ? 'localhost' : host}:${port()}`
