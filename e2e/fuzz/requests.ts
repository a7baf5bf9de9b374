/** Generates malformed requests for a route of the gateway. */
import type { routeTable } from '@typecase/gateway/routes'
import { z } from 'zod'
import { type JsonSchema, jsonBytes, oddTexts } from './bodies.ts'
import { form } from './forms.ts'
import type { Random } from './random.ts'

export type Route = ReturnType<typeof routeTable>[number]

export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body?: Buffer
  /** Whether to send a Host header. */
  readonly host: boolean
}

export interface Targets {
  /** Existing ids, for path parameters. */
  readonly ids: readonly string[]
  readonly tokens: {
    readonly admin: string
    readonly editor: string
    /** A session that a request may log out. */
    readonly disposable: string
  }
}

const oddParameters = [
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '%2f',
  '%5c..%5c',
  '%00',
  'a%00',
  '%ff',
  '%',
  '%zz',
  '%ED%A0%80',
  '%0d%0aX:y',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(3000),
  '%F0%9F%85%B0',
  "'",
  '*',
  ';',
  '%3f',
  '%23',
  '%E2%80%AE',
  'null',
  'undefined',
  '',
  '%20',
  '%25252f',
]
const oddQueryValues = [
  '',
  '0',
  '-1',
  '1.5',
  '1e9',
  '99999999999999999999',
  'true',
  'TRUE',
  '%00',
  '%ff',
  '%',
  '%ED%A0%80',
  '..%2f',
  "'",
  '%25',
  '+',
  '*',
  'x'.repeat(3000),
  '%F0%9F%85%B0',
  '[]',
]
const oddQueries = [
  '?',
  '??',
  '?&&&',
  '?=',
  '?a[b]=c',
  '?__proto__=x',
  '?__proto__[polluted]=yes',
  `?${'a=1&'.repeat(2000)}`,
  '?%',
  '?limit=1&limit=2',
  '?constructor[prototype][polluted]=1',
]
const contentTypes = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  '',
  ';',
  'multipart/form-data',
  'APPLICATION/JSON',
  'application/json;;',
  'application/jsonp',
]
const oddHeaders: readonly Readonly<Record<string, string | string[]>>[] = [
  { accept: 'application/problem+json' },
  { accept: 'text/html;q=x, */*;q=9' },
  { 'if-match': '"x"' },
  { 'if-match': 'W/"x", *, ,,"' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"'.repeat(500) },
  { 'if-modified-since': 'yesterday' },
  { 'idempotency-key': 'k'.repeat(201) },
  { 'idempotency-key': 'same' },
  { 'idempotency-key': 'ä' },
  { range: 'bytes=9-1' },
  { range: 'bytes=-0' },
  { range: 'bytes=99999999999999999999-' },
  { cookie: 'authToken=garbage; authToken=again; ; =; a' },
  { cookie: '__proto__=x; authToken=%E0%A4%A' },
  { 'x-request-id': 'x'.repeat(500) },
  { 'x-request-id': ['a', 'b'] },
  { traceparent: '00-zz-zz-zz' },
  { 'x-forwarded-for': '::::' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-http-method-override': 'DELETE' },
  { origin: 'null' },
  { host: 'evil.test:99999' },
  { host: ']' },
  { expect: 'nonsense' },
  { expect: '100-continue' },
  { upgrade: 'websocket', connection: 'upgrade' },
  { upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings', 'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA' },
  { 'accept-encoding': 'gzip;q=x' },
  { 'content-encoding': 'gzip' },
  { connection: 'close, keep-alive' },
  { big: 'x'.repeat(17_000) },
]
const otherMethods = [
  'PATCH',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'PROPFIND',
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'QUERY',
  'M-SEARCH',
] as const

/** A route, with its body as JSON Schema and the names of its query parameters. */
export interface FuzzRoute {
  readonly route: Route
  readonly body: JsonSchema
  readonly query: readonly string[]
}

export const fuzzRoute = (route: Route): FuzzRoute => ({
  route,
  body: route.body ? (z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {},
  query: Object.keys(route.query?.shape ?? {}),
})

export function fuzzRequest(
  { route, body: schema, query }: FuzzRoute,
  { ids, tokens }: Targets,
  random: Random,
): FuzzRequest {
  const method = random.chance(90) ? route.method : random.pick(otherMethods)
  const path = route.path.replaceAll(/\{\w+\}/g, () =>
    random.chance(65) ? random.pick(ids) : random.pick(oddParameters),
  )
  const headers: Record<string, string | string[]> = {}
  const authorization = bearer(route, tokens, random)
  if (authorization !== undefined) headers.authorization = authorization
  let body: Buffer | undefined
  if (route.upload && random.chance(90)) {
    const built = form(route.upload.field, random)
    body = built.bytes
    headers['content-type'] = built.contentType
  } else if (route.body ? random.chance(95) : random.chance(10)) {
    body = jsonBytes(schema, random)
    headers['content-type'] = random.chance(85) ? 'application/json' : random.pick(contentTypes)
  }
  if (random.chance(15)) Object.assign(headers, random.pick(oddHeaders))
  // A response to HEAD has no body, so it cannot contain the envelope that 431 requires.
  if (method === 'HEAD') delete headers.big
  return {
    method,
    path: path + queryText(query, random),
    headers,
    host: !random.chance(0.5),
    ...(body ? { body } : {}),
  }
}

/** Only the disposable session may be logged out, because the others are needed for the whole run. */
function bearer(
  { path }: Route,
  { admin, editor, disposable }: Targets['tokens'],
  random: Random,
): string | undefined {
  const who = random.below(100)
  if (who < 60) return `Bearer ${path === '/api/auth/logout' ? disposable : admin}`
  if (who < 85) return `Bearer ${path === '/api/auth/logout' ? disposable : editor}`
  if (who < 92) return undefined
  return random.pick([
    'Bearer ',
    'Bearer x',
    `Bearer ${'x'.repeat(5000)}`,
    'Basic YTpi',
    'bearer',
    `Bearer ${admin} x`,
    'Bearer é',
    '',
  ])
}

function queryText(names: readonly string[], random: Random): string {
  if (random.chance(10)) return random.pick(oddQueries)
  if (names.length === 0 || random.chance(40)) return ''
  const pairs = Array.from({ length: 1 + random.below(3) }, () => {
    const value = random.chance(70)
      ? random.pick(oddQueryValues)
      : encodeURIComponent(random.pick(oddTexts).slice(0, 1500).toWellFormed())
    return `${random.pick(names)}=${value}`
  })
  return `?${pairs.join('&')}`
}
