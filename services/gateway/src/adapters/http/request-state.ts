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
    const { 'x-request-id': givenId, traceparent: givenTrace } = request.headers
    const caller = typeof givenTrace === 'string' && isTraceparent(givenTrace) ? givenTrace : undefined
    const span = beginSpan(request.method, 'server', caller, { 'http.request.method': request.method })
    const traceparent = span?.traceparent ?? caller
    const context = newContext({
      requestId:
        typeof givenId === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(givenId) ? givenId : randomUUID(),
      ...(traceparent ? { traceparent } : {}),
      signal: gone.signal,
    })
    const state: RequestState = { context, route: 'none', isAnswered: false }
    states.set(request, state)
    response.setHeader('x-request-id', context.requestId)
    for (const [name, value] of headers) response.setHeader(name, value)
    response.once('close', () => {
      if (!response.writableFinished && !state.isAnswered) gone.abort()
      const status = finish(request, response, state, (performance.now() - started) / 1000)
      const attributes = {
        'http.route': state.route,
        'http.response.status_code': Number(status) || 0,
        'request.id': context.requestId,
      }
      span?.end({
        name: `${request.method} ${state.route}`,
        attributes,
        errorCode: /^[1-4]/.test(status) ? undefined : status,
      })
    })
    runInContext(context, next)
  }

  function finish(
    request: Request,
    response: Response,
    { route, context, isAnswered }: RequestState,
    took: number,
  ): string {
    const status = response.writableFinished || isAnswered ? String(response.statusCode) : 'gone'
    duration.observe({ method: request.method, route, status }, took)
    if (log.isLevelEnabled('debug'))
      log.debug(
        { requestId: context.requestId, method: request.method, route, status, ms: Math.round(took * 1000) },
        'answered',
      )
    return status
  }
}
