/** The HTTP API. Shows the order in which a request is checked. */

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Logger } from '@typecase/runtime/log'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import { malformedUrl, methodNotAllowed, routeNotFound } from '../../core/errors.ts'
import { adminInterface } from './admin-interface.ts'
import { charge, showBudget } from './budget.ts'
import { sendError } from './envelope.ts'
import { placeFinder } from './places.ts'
import { beginRequest, stateOf } from './request-state.ts'
import { type ServeOptions, serveRoute } from './serve-route.ts'
import type { Route } from './table.ts'

export interface AppOptions extends ServeOptions {
  readonly routes: readonly Route[]
  /** Number of trusted proxies whose `X-Forwarded-*` headers are used. */
  readonly trustProxy: number
  /** The built web interface; undefined disables it. */
  readonly adminFolder?: string | undefined
  readonly log: Logger
}

export function httpApp(options: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.set('trust proxy', options.trustProxy)
  app.use(beginRequest(options.log, securityHeaders(options.publicOrigin?.startsWith('https:') ?? false)))
  app.use(routed(options))
  app.use(adminInterface(options.adminFolder))
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
  app.get(
    '/readyz',
    (_request, response) =>
      void response
        .status(options.isReady() ? 200 : 503)
        .json({ status: options.isReady() ? 'ready' : 'stopping' }),
  )
  app.use((request, response) => {
    if (request.path.startsWith('/api')) charge(options.limiter, request, response)
    throw routeNotFound()
  })
  app.use(failures(options))
  return app
}

function routed(options: AppOptions): RequestHandler {
  const find = placeFinder(options.routes)
  return (request, response, next) => {
    const found = find(request.path)
    if (!found) return next()
    const { place, params } = found
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = place.routes.find((candidate) => candidate.method === method)
    if (route) return serveRoute(route, params, options, request, response)
    stateOf(request).route = place.path
    if (place.path.startsWith('/api')) charge(options.limiter, request, response)
    response.setHeader('allow', place.allow.join(', '))
    throw methodNotAllowed(place.allow)
  }
}

/**
 * Headers that prevent browsers from running responses of the API as documents. Computed once, because they
 * never change.
 */
function securityHeaders(https: boolean): ReadonlyMap<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: https,
    xFrameOptions: { action: 'deny' },
  })
  write(request, response, (error) => {
    if (error) throw error
  })
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

const failures =
  ({ log, limiter }: AppOptions): ErrorRequestHandler =>
  (thrown: unknown, request, response, _next) => {
    const { requestId } = stateOf(request).context
    if (response.destroyed || (request.destroyed && !request.complete)) return
    showBudget(limiter, request, response)
    const error = sendError(request, response, requestId, isUrlError(thrown) ? malformedUrl() : thrown)
    if (error.internal)
      log.error({ error: thrown, requestId, method: request.method, path: request.path }, 'a request failed')
    else if (error.status === 503)
      log.warn({ error: thrown, requestId, path: request.path }, 'a request could not be served')
  }

/** True for the error of a path parameter that is not percent-encoded UTF-8. */
const isUrlError = (thrown: unknown): boolean => thrown instanceof URIError
