/**
 * Types of the route table. One entry describes a route completely. Router, access rules, 405 responses, rate
 * limits, CSRF checks, OpenAPI document and tests are derived from the table.
 */

import { parseUntrusted } from '@typecase/contracts/parse-untrusted'
import type { Actor } from '@typecase/kernel'
import type { Hooks } from '@typecase/runtime/extensions'
import type { Request } from 'express'
import { z } from 'zod'
import type { Access } from '../../core/access.ts'
import { invalidInput } from '../../core/errors.ts'
import type { HookRequest } from '../../core/hook-request.ts'
import type { Services } from '../../core/ports.ts'
import type { ResponseCache } from '../../core/response-cache.ts'
import type { Session } from '../../core/session.ts'
import type { SiteFiles } from '../../core/site-files.ts'
import type { Cookies } from './cookies.ts'
import { problemsOf } from './problems.ts'
import type { FinishedReply, Reply } from './reply.ts'
import type { SiteFolder } from './site-folder.ts'

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** Parameter names of a path: `/api/posts/{id}` → `{ id: string }`. */
export type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & ParamsOf<Rest>
  : unknown

/** What every handler can use. */
export interface Tools {
  readonly services: Services
  readonly hooks: Hooks
  readonly cookies: Cookies
  readonly siteFolder: SiteFolder
  readonly siteFiles: Pick<SiteFiles, 'forget'>
  /** Cache for responses that depend only on content. */
  readonly contentCache: ResponseCache<FinishedReply>
  readonly maxUploadBytes: number
  /** False once the process stops. */
  readonly isReady: () => boolean
}

export interface IdempotencyKey {
  readonly key: string
  readonly route: string
  readonly fingerprint: string
}

/** A matched, authorized and parsed request. */
export interface Call<Params, Query, Body> extends Tools {
  readonly actor: Actor
  readonly session: Session
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly idempotencyKey: IdempotencyKey | undefined
  /** Handlers use it for headers, cookies and uploads. JSON bodies have already been read. */
  readonly request: Request
  readonly hookRequest: HookRequest
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

interface Facts<P extends string> {
  readonly method: Method
  readonly path: P
  readonly access: Access
  /** Replaces the message of FORBIDDEN. */
  readonly forbidden?: string
  readonly group: string
  readonly summary: string
  readonly description?: string
  /** True if the body may be omitted. */
  readonly bodyOptional?: boolean
  /** A limit in bytes below the general one, for routes that read a JSON body without authentication. */
  readonly bodyLimit?: number
  /** The route takes a multipart form with this file field, not a JSON body. */
  readonly upload?: { readonly field: string; readonly fields?: z.ZodObject }
  /** True if the route accepts `Idempotency-Key` (contract.md#idempotency-keys). */
  readonly idempotent?: boolean
  /**
   * True for a GET that returns a strong ETag, and for other methods that accept `If-Match`
   * (contract.md#etags).
   */
  readonly tagged?: boolean
  /** Success responses by status. A string describes a response that is not a JSON envelope. */
  readonly answers: Readonly<Record<number, z.ZodType | string>>
  /** Error codes in addition to those that the other properties imply. */
  readonly errors?: readonly string[]
  /**
   * `login` if the rate limit headers describe the lockout of a username instead of the general budget
   * (contract.md#rate-limits).
   */
  readonly rate?: 'general' | 'login'
  /**
   * Milliseconds until calls to services time out. Default: 5 s for GET, 10 s for other methods. Ignored for
   * routes with `upload` or `streams`.
   */
  readonly deadlineMs?: number
  /** True if the response has no time limit. */
  readonly streams?: boolean
}

interface Definition<P extends string, Q extends z.ZodObject, B extends z.ZodType, S extends z.ZodObject>
  extends Facts<P> {
  /**
   * Schema of the path parameters; default: any text. Their errors are reported together with those of query
   * and body.
   */
  readonly params?: S
  readonly query?: Q
  readonly body?: B
  /** Replaces the first message of a rejected body. */
  readonly bodyMessage?: (paths: readonly string[], body: unknown) => string | undefined
  /** Called before the error of a rejected body is sent. */
  readonly refusing?: (call: Call<unknown, unknown, unknown>) => Promise<void>
  readonly handler: (call: Call<ParamsOf<P> & z.infer<S>, z.infer<Q>, z.infer<B>>) => Promise<Reply>
}

export interface Route extends Facts<string> {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly rate: 'general' | 'login'
  /**
   * `same-origin` if requests with the session cookie must come from the same origin
   * (contract.md#cross-origin-requests).
   */
  readonly csrf: 'none' | 'same-origin'
  /**
   * Validates path, query and body, reports all errors together, and calls the handler.
   * @throws VALIDATION_ERROR
   */
  readonly run: (call: Call<Readonly<Record<string, string>>, unknown, unknown>) => Promise<Reply>
}

/** Defines a route with typed params, query and body. */
export function route<
  const P extends string,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodType = z.ZodUndefined,
  S extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(definition: Definition<P, Q, B, S>): Route {
  const { handler, bodyMessage, refusing, ...facts } = definition
  const paramsOf = parser(definition.params ?? z.object({}))
  const queryOf = parser(definition.query ?? z.object({}))
  return {
    ...facts,
    rate: definition.rate ?? 'general',
    csrf: definition.method === 'GET' || definition.access === 'open' ? 'none' : 'same-origin',
    run: async (call) => {
      const params = paramsOf(call.params)
      const query = queryOf(call.query)
      const skipped = !definition.body || (definition.bodyOptional && call.body === undefined)
      const body = skipped
        ? { success: true as const, data: undefined }
        : parseUntrusted(definition.body, call.body)
      if (!params.success || !query.success || !body.success) {
        const inBody = body.success ? [] : problemsOf(body.error)
        const message =
          inBody.length > 0
            ? bodyMessage?.(
                inBody.map(({ path }) => path),
                call.body,
              )
            : undefined
        if (inBody.length > 0) await refusing?.(call)
        const before = [params, query].flatMap((result) => (result.success ? [] : problemsOf(result.error)))
        throw invalidInput([...before, ...inBody], message)
      }
      return handler({
        ...call,
        params: call.params as ParamsOf<P> & z.infer<S>,
        query: query.data as z.infer<Q>,
        body: body.data as z.infer<B>,
      })
    },
  }
}

/** Returns a parser that caches the result for an empty object, because most requests have no parameters. */
function parser<S extends z.ZodObject>(schema: S): (value: unknown) => z.ZodSafeParseResult<z.output<S>> {
  const hasFields = Object.keys(schema.shape).length > 0
  let ofNothing: z.ZodSafeParseResult<z.output<S>> | undefined
  return (value) => {
    if (hasFields && !isEmpty(value)) return parseUntrusted(schema, value)
    ofNothing ??= parseUntrusted(schema, {})
    return ofNothing
  }
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
