/** What the gateway is made of. */

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
import { httpApp } from './adapters/http/app.ts'
import { signedCookies } from './adapters/http/cookies.ts'
import { routeTable } from './adapters/http/routes/index.ts'
import { httpServer } from './adapters/http/server.ts'
import { toSessionUser } from './adapters/http/shapes/user.ts'
import { siteListener } from './adapters/http/site.ts'
import { siteFolder } from './adapters/http/site-folder.ts'
import { s3SiteFiles } from './adapters/s3/site-files.ts'
import type { GatewayConfig } from './config.ts'
import { keptAnswers } from './core/kept-answers.ts'
import { rateLimiter } from './core/rate-limit.ts'
import { openSession } from './core/session.ts'
import { shareBudgets } from './core/share-budgets.ts'

export interface Gateway extends Part {
  /** Where it answers, once started. */
  urls(): { readonly api: string; readonly site: string }
}

/** Milliseconds between two exchanges of counts with the other gateways. */
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
  const services = grpcServices(
    {
      identity: config.IDENTITY_URL,
      content: config.CONTENT_URL,
      media: config.MEDIA_URL,
      themes: config.THEMES_URL,
      publisher: config.PUBLISHER_URL,
    },
    (target) => callSigner(config.SERVICE_KEYS, target),
    shared.local,
  )
  const folder = siteFolder(services.content)
  const files =
    's3' in config.sites ? s3SiteFiles(s3BlobStore(config.sites.s3)) : folderSiteFiles(config.sites.folder)
  const local = (port: number) =>
    `http://${['0.0.0.0', '::'].includes(config.HOST) ? 'localhost' : config.HOST}:${port}`
  const urls = () => ({
    api: config.PUBLIC_URL?.replace(/\/+$/, '') ?? local(api.port()),
    site: config.PUBLIC_SITE_URL?.replace(/\/+$/, '') ?? local(site.port()),
  })

  const limiter = rateLimiter(config.RATE_LIMIT_PER_MINUTE, systemClock)
  const app = httpApp({
    routes: routeTable(repository.version, {
      publicUrl: config.PUBLIC_URL?.replace(/\/+$/, ''),
      siteUrl: () => urls().site,
    }),
    services,
    hooks,
    cookies: signedCookies(config.COOKIE_SECRET),
    siteFolder: folder,
    siteFiles: files,
    contentAnswers: keptAnswers({
      version: async () => (await services.content.readPosition({})).position,
      clock: systemClock,
      maxBytes: config.ANSWER_CACHE_BYTES,
    }),
    openSession: openSession(services.identity, toSessionUser),
    limiter,
    publicOrigin: config.PUBLIC_URL && new URL(config.PUBLIC_URL).origin,
    trustProxy: config.TRUST_PROXY,
    adminFolder: config.ADMIN_DIR,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    jsonBodyLimit: config.JSON_BODY_LIMIT,
    isReady: () => api.isAccepting(),
    log,
  })
  const { HOST: host } = config
  const api = httpServer({ name: 'api', host, port: config.PORT, variable: 'PORT', listener: app })
  const pages = siteListener({ files, folder, log })
  const site = httpServer({
    name: 'site',
    host,
    port: config.SITE_PORT,
    variable: 'SITE_PORT',
    listener: pages,
    format: 'text',
  })
  const health =
    config.HEALTH_PORT === undefined
      ? []
      : [healthServer({ port: config.HEALTH_PORT, host, log, checks: {} })]
  const parts = [
    lingering(config.DRAIN_MS),
    api,
    site,
    ...health,
    extensions,
    repeating({
      name: 'shared budgets',
      everyMs: shareEveryMs,
      log,
      work: () => shareBudgets(limiter, requestCounter(services.identity)),
    }),
    closing('clients', async () => services.close()),
    tracing({ service: 'typecase-gateway', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, log }),
  ]
  return { ...service('gateway', log, parts), urls }
}
