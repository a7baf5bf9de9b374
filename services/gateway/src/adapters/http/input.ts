/** Parses and validates query and JSON body. */
import type { IncomingMessage } from 'node:http'
import type { Problem } from '@typecase/kernel'
import {
  bodyTooLarge,
  bodyTooSlow,
  invalidInput,
  malformedBody,
  wrongContentType,
} from '../../core/errors.ts'
import { parseJson } from './parse-json.ts'

/** Maximum query parameters, including those with empty values. No route has more than 20 parameters. */
const maxParameters = 200

/**
 * Parses the query of a URL. An empty value counts as absent (contract.md#unknown-fields). A repeated name
 * results in an array, which every schema rejects.
 */
export function queryOf(url: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  const at = url.indexOf('?')
  if (at < 0) return query
  const parameters = new URLSearchParams(url.slice(at + 1))
  if (parameters.size > maxParameters)
    throw invalidInput([
      { path: '', message: `The query must not have more than ${maxParameters} parameters` },
    ])
  const found = new Map<string, string[]>()
  for (const [name, value] of parameters) {
    if (value === '') continue
    const values = found.get(name)
    if (values) values.push(value)
    else found.set(name, [value])
  }
  const problems: Problem[] = []
  for (const [name, values] of found) {
    if (values.some((value) => value.includes('\0')))
      problems.push({ path: name, message: 'Must not contain the character NUL' })
    query[name] = values.length > 1 ? values : (values[0] as string)
  }
  if (problems.length > 0) throw invalidInput(problems)
  return query
}

/**
 * Reads the JSON body. Returns its value and its bytes; without a body, the value is undefined.
 * @throws UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, MALFORMED_BODY or VALIDATION_ERROR
 */
export async function jsonBody(
  request: IncomingMessage,
  limit: number,
): Promise<{ value: unknown; bytes: Buffer }> {
  const none = { value: undefined, bytes: Buffer.alloc(0) }
  if (!announcesBody(request)) return none
  const type = request.headers['content-type']
  if (type !== undefined && !isJson(type)) throw wrongContentType('application/json')
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return none
  if (type === undefined) throw wrongContentType('application/json')
  return { value: parseJson(bytes), bytes }
}

export const announcesBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  return type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')
}

/** Minimum bytes per second of a body, after a grace period of 15 s. */
const minBytesPerSecond = 16 * 1024
const graceMs = 15_000

async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLarge()
  const body = growingBuffer()
  const started = Date.now()
  return new Promise((resolve, reject) => {
    const pace = setInterval(() => {
      if (Date.now() - started > graceMs + (body.size() / minBytesPerSecond) * 1000)
        done(() => reject(bodyTooSlow()))
    }, 1000)
    const onData = (chunk: Buffer) => {
      if (body.size() + chunk.length > limit) return done(() => reject(bodyTooLarge()))
      body.append(chunk)
    }
    const onEnd = () => done(() => resolve(body.bytes()))
    const onBroken = () => done(() => reject(malformedBody('The request body is incomplete')))
    const done = (finish: () => void) => {
      clearInterval(pace)
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      finish()
    }
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}

/** A buffer that copies chunks. A list of one-byte chunks would take 100 times the memory. */
function growingBuffer() {
  let buffer = Buffer.allocUnsafe(4096)
  let size = 0
  return {
    size: () => size,
    append(chunk: Buffer) {
      if (size + chunk.length > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(size + chunk.length, 2 * buffer.length))
        buffer.copy(larger, 0, 0, size)
        buffer = larger
      }
      chunk.copy(buffer, size)
      size += chunk.length
    },
    bytes: () => buffer.subarray(0, size),
  }
}
