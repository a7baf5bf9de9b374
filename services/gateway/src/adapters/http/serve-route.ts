/**
 * Serves one request of a matched route. The order of the steps matters for security: no body is read before
 * its sender is authorized.
 */
import { createHash } from 'node:crypto'
import type { Actor } from '@typecase/kernel'
import { runInContext } from '@typecase/runtime/context'
import type { Request, Response } from 'express'
import { admit } from '../../core/access.ts'
import { badIdempotencyKey, routeNotFound } from '../../core/errors.ts'
import type { HookRequest } from '../../core/hook-request.ts'
import type { RateLimiter } from '../../core/rate-limit.ts'
import type { Credentials, Session } from '../../core/session.ts'
import { charge } from './budget.ts'
import { credentialsOf, requireSameOrigin } from './credentials.ts'
import { sendReply } from './envelope.ts'
import { jsonBody, queryOf } from './input.ts'
import { stateOf } from './request-state.ts'
import type { IdempotencyKey, Route, Tools } from './table.ts'

export interface ServeOptions extends Tools {
  readonly openSession: (credentials: Credentials) => Promise<Session>
  readonly limiter: RateLimiter
  readonly publicOrigin: string | undefined
  /** Maximum bytes of a JSON body. */
  readonly jsonBodyLimit: number
}

const readLimitMs = 5_000
const writeLimitMs = 10_000

/** Throws every error of the request; the error handler writes the response. */
export async function serveRoute(
  route: Route,
  params: Readonly<Record<string, string>>,
  options: ServeOptions,
  request: Request,
  response: Response,
): Promise<void> {
  const state = stateOf(request)
  state.route = route.path
  if (route.path.startsWith('/api')) response.setHeader('cache-control', 'no-store')
  refuseOddParams(params)
  const session = await enter(route, options, request, response)
  if (route.csrf === 'same-origin' && session.by === 'cookie')
    requireSameOrigin(request, options.publicOrigin)
  admit(route.access, session.actor, params.id, route.forbidden)
  const query = queryOf(request.url)
  const bodyLimit = Math.min(route.bodyLimit ?? Number.POSITIVE_INFINITY, options.jsonBodyLimit)
  const body = route.body ? await jsonBody(request, bodyLimit) : { value: undefined, bytes: Buffer.alloc(0) }
  const { signal = new AbortController().signal } = state.context
  const context = { ...state.context, actor: session.actor, deadline: deadlineOf(route) }
  await runInContext(context, async () => {
    const reply = await route.run({
      services: options.services,
      hooks: options.hooks,
      cookies: options.cookies,
      siteFolder: options.siteFolder,
      siteFiles: options.siteFiles,
      contentCache: options.contentCache,
      maxUploadBytes: options.maxUploadBytes,
      isReady: options.isReady,
      actor: session.actor,
      session,
      params,
      query,
      body: body.value,
      idempotencyKey: route.idempotent ? idempotencyKey(route, request, body.bytes) : undefined,
      request,
      hookRequest: {
        method: request.method,
        path: request.path,
        params,
        query,
        requestId: context.requestId,
        ...hookUserOf(session.actor),
      },
      signal,
    })
    await sendReply(request, response, reply, (route.tagged ?? false) && route.method === 'GET')
  })
}

function deadlineOf({ method, deadlineMs, upload, streams }: Route): Date | undefined {
  const limitMs = deadlineMs ?? (method === 'GET' ? readLimitMs : writeLimitMs)
  return upload || streams ? undefined : new Date(Date.now() + limitMs)
}

const hookUserOf = (actor: Actor): Pick<HookRequest, 'user'> =>
  actor.kind === 'user' ? { user: { id: actor.id, username: actor.username, role: actor.role } } : {}

/**
 * Authenticates the request and charges it to a budget. A request with invalid credentials is charged to the
 * client address.
 */
async function enter(
  route: Route,
  { openSession, cookies, limiter, publicOrigin }: ServeOptions,
  request: Request,
  response: Response,
): Promise<Session> {
  if (!route.path.startsWith('/api')) return openSession({ kind: 'none' })
  const isOpen = route.access === 'open'
  const credentials: Credentials = isOpen ? { kind: 'none' } : credentialsOf(request, cookies, publicOrigin)
  if (credentials.kind === 'none') {
    charge(limiter, request, response)
    return openSession(credentials)
  }
  const session = await openSession(credentials).catch((error: unknown) => {
    charge(limiter, request, response)
    throw error
  })
  charge(limiter, request, response, session.user?.id)
  return session
}

function refuseOddParams(params: Readonly<Record<string, string>>): void {
  // Ids and names contain no control characters, and Postgres cannot store NUL.
  for (const value of Object.values(params)) if (/\p{Cc}/u.test(value)) throw routeNotFound()
}

function idempotencyKey(route: Route, request: Request, body: Buffer): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) throw badIdempotencyKey()
  return {
    key,
    route: `${route.method} ${route.path}`,
    fingerprint: createHash('sha256').update(body).digest('hex'),
  }
}
