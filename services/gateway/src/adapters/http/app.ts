/** The HTTP API: read this file for the order in which a request meets its checks. */

import type { Logger } from '@typecase/runtime/log'
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response, Router } from 'express'
import helmet from 'helmet'
import { malformedUrl, methodNotAllowed, routeNotFound } from '../../core/errors.ts'
import { charge, showBudget } from './budget.ts'
import { sendError } from './envelope.ts'
import { beginRequest, stateOf } from './request-state.ts'
import { type ServeOptions, serveRoute } from './serve-route.ts'
import type { Route } from './table.ts'

export interface AppOptions extends ServeOptions {
  readonly routes: readonly Route[]
  /** Proxies before us whose `X-Forwarded-*` is believed. */
  readonly trustProxy: number
  /** False once the process stops. */
  readonly isReady: () => boolean
  readonly log: Logger
}

export function httpApp(options: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.set('trust proxy', options.trustProxy)
  app.use(beginRequest(options.log))
  app.use(securityHeaders(options.publicOrigin?.startsWith('https:') ?? false))
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
  app.get(
    '/readyz',
    (_request, response) => void response.status(options.isReady() ? 200 : 503).json({ status: options.isReady() ? 'ready' : 'stopping' }),
  )
  app.use('/api', noStore, showBudget(options.limiter))
  app.use(routerOf(options))
  app.use((request, response) => {
    if (request.path.startsWith('/api')) charge(options.limiter, request, response)
    throw routeNotFound()
  })
  app.use(failures(options.log))
  return app
}

/** Each path once, those without parameters first, so that `/api/users/me` is not taken for an id. */
function routerOf(options: AppOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const paths = [...new Set(options.routes.map(({ path }) => path))]
  for (const path of paths.toSorted((a, b) => parameterCount(a) - parameterCount(b))) {
    const known = options.routes.filter((route) => route.path === path)
    const allow = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    router.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (request: Request, response: Response) => {
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const route = known.find((candidate) => candidate.method === method)
      if (route) return serveRoute(route, options, request, response)
      stateOf(request).route = path
      if (path.startsWith('/api')) charge(options.limiter, request, response)
      response.setHeader('allow', allow.join(', '))
      throw methodNotAllowed(allow)
    })
  }
  return router
}

const parameterCount = (path: string): number => path.split('{').length - 1

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store')
  next()
}

/** Nothing of the API is ever a document that runs anything. */
const securityHeaders = (https: boolean): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: https,
    xFrameOptions: { action: 'deny' },
  })

/** Milliseconds that the rest of a refused body is still read and thrown away, so that its sender gets to see the answer. */
const lingerMs = 30_000

const failures =
  (log: Logger): ErrorRequestHandler =>
  (thrown: unknown, request, response, _next) => {
    const { requestId } = stateOf(request).context
    if (response.destroyed || (request.destroyed && !request.complete)) return
    const error = sendError(request, response, requestId, isUrlError(thrown) ? malformedUrl() : thrown)
    if (error.internal) log.error({ error: thrown, requestId, method: request.method, path: request.path }, 'a request failed')
    else if (error.status === 503) log.warn({ error: thrown, requestId, path: request.path }, 'a request could not be served')
    if (!request.complete) {
      request.unpipe()
      request.resume()
      const timer = setTimeout(() => request.socket.destroy(), lingerMs)
      request.once('close', () => clearTimeout(timer))
    }
  }

/** A path parameter that is no percent-encoded UTF-8; the router says so with a status of its own. */
const isUrlError = (thrown: unknown): boolean =>
  thrown instanceof URIError || (thrown instanceof Error && 'status' in thrown && thrown.status === 400)
