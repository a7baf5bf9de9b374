/** Writes all responses of the API. */
import { STATUS_CODES } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { isNotModified } from '../../core/entity-tag.ts'
import { strongTag } from './entity-tags.ts'
import { type PublicError, publicError } from './errors.ts'
import { endAnswer } from './linger.ts'
import { envelopeText, type FinishedReply, type Reply } from './reply.ts'

/**
 * Writes a success response. A `tagged` response has a strong ETag, and is 304 for a client that already has
 * it (contract.md#etags).
 */
export async function sendReply(
  request: Request,
  response: Response,
  reply: Reply,
  tagged: boolean,
): Promise<void> {
  if (reply.kind === 'raw') return sendRaw(request, response, reply)
  if (reply.kind === 'finished') return sendFinished(request, response, reply, tagged)
  const text = envelopeText(reply.body)
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
  for (const line of reply.cookies ?? []) response.appendHeader('set-cookie', line)
  if (tagged && answeredByTag(request, response, strongTag(text))) return
  sendText(request, response, reply.status, jsonType, text)
}

function sendFinished(
  request: Request,
  response: Response,
  { bytes, tag }: FinishedReply,
  tagged: boolean,
): void {
  if (tagged && answeredByTag(request, response, tag())) return
  sendText(request, response, 200, jsonType, bytes)
}

/** Sets the ETag. Returns true after responding with 304. */
function answeredByTag(request: Request, response: Response, tag: string): boolean {
  response.setHeader('etag', tag)
  response.setHeader('cache-control', 'private, no-cache')
  if (!isNotModified(request.headers['if-none-match'], tag)) return false
  response.status(304)
  endAnswer(request, response)
  return true
}

const jsonType = 'application/json; charset=utf-8'

async function sendRaw(
  request: Request,
  response: Response,
  { status, headers, body }: Extract<Reply, { kind: 'raw' }>,
): Promise<void> {
  response.status(status)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    if (body !== undefined) response.setHeader('content-length', Buffer.byteLength(body))
    endAnswer(request, response, request.method === 'HEAD' ? undefined : body)
  } else if (request.method === 'HEAD') {
    body.destroy()
    endAnswer(request, response)
  } else {
    await pipeline(body, response)
  }
}

/**
 * Writes an error in the envelope or as problem details (contract.md#problem-details). Returns the public
 * error.
 */
export function sendError(
  request: Request,
  response: Response,
  requestId: string,
  thrown: unknown,
): PublicError {
  const error = publicError(thrown)
  const { status, code, message, details, fields, retryAfter } = error
  if (response.headersSent) {
    response.destroy()
    return error
  }
  for (const name of ['etag', 'content-length', 'content-disposition', 'content-encoding', 'accept-ranges'])
    response.removeHeader(name)
  response.setHeader('cache-control', 'no-store')
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
  if (status === 416 && typeof fields.size === 'number')
    response.setHeader('content-range', `bytes */${fields.size}`)
  const common = { code, requestId, ...(details.length > 0 ? { details } : {}) }
  if (prefersProblem(request.headers.accept)) {
    const problem = {
      ...fields,
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: message,
      ...common,
    }
    sendText(request, response, status, 'application/problem+json; charset=utf-8', JSON.stringify(problem))
  } else {
    sendText(
      request,
      response,
      status,
      'application/json; charset=utf-8',
      JSON.stringify({ ...fields, success: false, error: message, ...common }),
    )
  }
  return error
}

function sendText(
  request: Request,
  response: Response,
  status: number,
  type: string,
  text: string | Buffer,
): void {
  response.status(status)
  response.setHeader('content-type', type)
  response.setHeader('content-length', Buffer.byteLength(text))
  endAnswer(request, response, request.method === 'HEAD' ? undefined : text)
}

/** True if the client prefers problem details to JSON. */
export function prefersProblem(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('application/problem+json')) return false
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    return { type, q: Number.isFinite(q) ? q : 0 }
  })
  const quality = (...types: string[]) =>
    types.map((type) => ranges.find((range) => range.type === type)?.q).find((q) => q !== undefined) ?? 0
  return (
    quality('application/problem+json', 'application/*', '*/*') >
    quality('application/json', 'application/*', '*/*')
  )
}
