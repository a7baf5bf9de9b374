/** State of a running request. */
import { randomUUID } from 'node:crypto'
import { type CallContext, isTraceparent, newContext, runInContext } from '@typecase/runtime/context'
import type { Logger } from '@typecase/runtime/log'
import { histogram } from '@typecase/runtime/telemetry'
import { beginSpan } from '@typecase/runtime/tracing'
import type { Request, RequestHandler, Response } from 'express'

export interface RequestState {
  readonly context: CallContext
  /** Path of the route in the table, for metrics. `none` until a route matches. */
  route: string
  /** True once the response is sent, even if the request body still arrives. */
  isAnswered: boolean
}

const states = new WeakMap<Request, RequestState>()

/** State of a request. @throws Error if `beginRequest` was not called for it */
export function stateOf(request: Request): RequestState {
  const state = states.get(request)
  if (!state) throw new Error('a request without state')
  return state
}

const seconds = () =>
  histogram('typecase_http_request_seconds', 'Answers of the HTTP API', ['method', 'route', 'status'])

/**
 * Assigns a request id, trace and headers to each request, and measures its duration. A valid request id of
 * the client is kept.
 */
export function beginRequest(log: Logger, headers: ReadonlyMap<string, string>): RequestHandler {
  const duration = seconds()
  return (request, response, next) => {
    const started = performance.now()
    const gone = new AbortController()
    const caller = traceparentOf(request)
    const span = beginSpan(request.method, 'server', caller, { 'http.request.method': request.method })
    const traceparent = span?.traceparent ?? caller
    const context = newContext({
      requestId: requestIdOf(request),
      ...(traceparent ? { traceparent } : {}),
      signal: gone.signal,
    })
    const state: RequestState = { context, route: 'none', isAnswered: false }
    states.set(request, state)
    response.setHeader('x-request-id', context.requestId)
    for (const [name, value] of headers) response.setHeader(name, value)
    response.once('close', () => {
      if (!response.writableFinished && !state.isAnswered) gone.abort()
      const took = (performance.now() - started) / 1000
      const status = statusOf(response, state)
      const labels = { method: request.method, route: state.route, status }
      duration.observe(labels, took)
      if (log.isLevelEnabled('debug'))
        log.debug({ requestId: context.requestId, ...labels, ms: Math.round(took * 1000) }, 'answered')
      span?.end(spanResult(request, state, status))
    })
    runInContext(context, next)
  }
}

function requestIdOf({ headers: { 'x-request-id': given } }: Request): string {
  return typeof given === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID()
}

/** The trace context of the client, if it is valid. */
function traceparentOf({ headers: { traceparent: given } }: Request): string | undefined {
  return typeof given === 'string' && isTraceparent(given) ? given : undefined
}

/** The HTTP status; `gone` if the client disconnected before the response was complete. */
const statusOf = (response: Response, { isAnswered }: RequestState): string =>
  response.writableFinished || isAnswered ? String(response.statusCode) : 'gone'

const spanResult = (
  { method }: Request,
  { context: { requestId }, route }: RequestState,
  status: string,
) => ({
  name: `${method} ${route}`,
  attributes: {
    'http.route': route,
    'http.response.status_code': Number(status) || 0,
    'request.id': requestId,
  },
  errorCode: /^[1-4]/.test(status) ? undefined : status,
})
