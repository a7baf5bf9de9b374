/** The OpenAPI 3.1 document, generated from the route table. */
import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { maxTextLength } from './bounded-error.ts'
import type { Route } from './table.ts'

type Json = Readonly<Record<string, unknown>>

const boundedText = { type: 'string', maxLength: maxTextLength }
const problem = {
  type: 'object',
  required: ['success', 'error', 'code', 'requestId'],
  properties: {
    success: { const: false },
    error: boundedText,
    code: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
    requestId: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: boundedText, message: boundedText },
      },
    },
  },
}
const problemDetails = {
  type: 'object',
  required: ['title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: boundedText,
    code: { type: 'string' },
    requestId: { type: 'string' },
  },
}

export function openApiDocument(routes: readonly Route[], version: string, serverUrl?: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const operations = paths[route.path] ?? {}
    operations[route.method.toLowerCase()] = operation(route)
    paths[route.path] = operations
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Typecase',
      version,
      description:
        'Content management over HTTP. Every response below /api is a JSON object with a boolean ' +
        '`success`; errors have a stable `code`. Numbers are 64-bit floating point. An integer that ' +
        'would change is rejected: send it as a string. A JSON body has at most 200,000 values in 32 ' +
        'levels, names of at most 1,000 characters and numbers of at most 100 characters. An error ' +
        'response has at most 64 KiB: `error`, and `path` and `message` of `details`, are shortened in ' +
        'the middle beyond 200 characters, and the last entry of shortened `details` has the number of ' +
        'missing entries.',
    },
    ...(serverUrl ? { servers: [{ url: serverUrl }] } : {}),
    tags: [...new Set(routes.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'authToken',
          description: 'Requests that change state must come from the same origin.',
        },
      },
      schemas: { Error: problem, ProblemDetails: problemDetails },
    },
  }
}

function operation(route: Route): Json {
  return {
    operationId: operationId(route),
    tags: [route.group],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: securityOf(route),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...requestBody(route),
    responses: { ...successes(route), ...failures(route) },
  }
}

const operationId = ({ method, path }: Route): string =>
  method.toLowerCase() +
  path
    .split('/')
    .filter((part) => part !== '' && part !== 'api')
    .map((part) =>
      part
        .replace(/[{}]/g, '')
        .replace(/(^|[^A-Za-z])([a-z])/g, (_all, _gap, letter: string) => letter.toUpperCase()),
    )
    .join('')

function securityOf({ access }: Route): Json[] {
  if (access === 'open') return []
  const either: Json[] = [{ bearer: [] }, { cookie: [] }]
  return access === 'public' ? [{}, ...either] : either
}

function pathParameters({ path, params }: Route): Json[] {
  const { properties = {} } = (params ? schemaOf(params, 'input') : {}) as {
    properties?: Record<string, Json>
  }
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
}

function queryParameters({ query }: Route): Json[] {
  if (!query) return []
  const { properties = {} } = schemaOf(query, 'input') as { properties?: Record<string, Json> }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    ...(description ? { description } : {}),
    schema,
  }))
}

function headerParameters({ idempotent, tagged, method }: Route): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return [
    ...(idempotent
      ? [header('Idempotency-Key', 'The same key and body within 24 hours return the first response again')]
      : []),
    ...(tagged && method === 'GET'
      ? [header('If-None-Match', 'Returns 304 when the item is still the same')]
      : []),
    ...(tagged && method !== 'GET' ? [header('If-Match', 'Returns 412 when the item has changed')] : []),
  ]
}

function requestBody({ body, bodyOptional, bodyLimit, upload }: Route): Json {
  if (upload) {
    const fields = upload.fields ? (schemaOf(upload.fields, 'input').properties as Json) : {}
    const schema = {
      type: 'object',
      required: [upload.field],
      properties: { [upload.field]: { type: 'string', format: 'binary' }, ...fields },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!body) return {}
  const description = bodyLimit === undefined ? {} : { description: `At most ${bodyLimit / 1024} KiB` }
  const content = { 'application/json': { schema: schemaOf(body, 'input') } }
  return { requestBody: { ...description, required: !bodyOptional, content } }
}

const etag = { ETag: { description: 'Strong, over the whole response', schema: { type: 'string' } } }

function successes({ answers, tagged, method }: Route): Record<string, Json> {
  const isTagged = tagged && method === 'GET'
  const headers = isTagged ? { headers: etag } : {}
  const described = Object.entries(answers).map(([status, answer]) => [
    status,
    typeof answer === 'string'
      ? { description: answer, ...headers }
      : {
          description: STATUS_CODES[status] ?? 'Success',
          ...headers,
          content: { 'application/json': { schema: schemaOf(answer, 'output') } },
        },
  ])
  return {
    ...Object.fromEntries(described),
    ...(isTagged ? { 304: { description: 'The item still has the ETag in If-None-Match', ...headers } } : {}),
  }
}

const errorContent = {
  'application/json': { schema: { $ref: '#/components/schemas/Error' } },
  'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDetails' } },
}

/** The errors that the properties of a route imply, and those that it lists. */
function failures(route: Route): Record<string, Json> {
  const isBelowApi = /^\/api(?:\/|$)/.test(route.path)
  const codes = [
    // Every query may be invalid.
    'VALIDATION_ERROR',
    ...(route.path.includes('{') ? ['MALFORMED_URL'] : []),
    ...(isBelowApi && route.access !== 'open' ? ['UNAUTHORIZED'] : []),
    ...(route.access === 'admin' || route.access === 'admin-or-self' ? ['FORBIDDEN'] : []),
    ...(route.csrf === 'same-origin' ? ['CROSS_ORIGIN'] : []),
    ...(route.body || route.upload ? ['MALFORMED_BODY', 'UNSUPPORTED_CONTENT_TYPE'] : []),
    ...(route.body ? ['BODY_TOO_LARGE', 'REQUEST_TIMEOUT'] : []),
    ...(route.idempotent
      ? ['INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS']
      : []),
    ...(route.tagged && route.method !== 'GET' ? ['PRECONDITION_FAILED'] : []),
    ...(isBelowApi ? ['RATE_LIMITED'] : []),
    ...(route.errors ?? []),
    'UPSTREAM_UNAVAILABLE',
    'INTERNAL_ERROR',
  ]
  const description = `Error codes: ${[...new Set(codes)].join(', ')}`
  return { default: { description, content: errorContent } }
}

/** JSON Schema of a zod schema. Query parameters have the type of their parsed value. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'integer' || jsonSchema.type === 'boolean') delete jsonSchema.pattern
    },
  })
  return rest
}
