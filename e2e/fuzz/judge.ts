/** What an answer to any request at all must be. */
import type { FuzzRequest } from './requests.ts'
import type { FuzzAnswer } from './send.ts'

/** Codes that may be answered with 5xx, and with which. */
const allowed: Readonly<Record<string, number>> = {
  DUPLICATE_USER: 500,
  BUSY: 503,
  MARKETPLACE_UNAVAILABLE: 503,
  MARKETPLACE_PACKAGE_INVALID: 502,
}
/** Bytes of the largest error answer, unless the request has more than a quarter of that. */
const largestError = 64 * 1024
const leaks = [
  /node_modules/,
  /\n\s+at /,
  /\bselect\s.+\sfrom\s/i,
  /\.ts:\d/,
  /file:\/\//,
  /ECONN|ENOENT|EACCES/,
]

/** What is wrong with the answer; none for a good one. `secrets`: texts that no answer may contain. */
export function faultsOf(
  { method, path, body }: FuzzRequest,
  answer: FuzzAnswer,
  secrets: readonly string[],
): string[] {
  const faults: string[] = []
  const { status, text } = answer
  if (leaks.some((leak) => leak.test(text)) || secrets.some((secret) => text.includes(secret)))
    faults.push('tells of the inside')
  const size = Buffer.byteLength(text)
  if (status >= 400 && size > Math.max(largestError, 4 * (body?.length ?? 0)))
    faults.push(`has ${size} bytes`)
  if (method === 'HEAD' || status === 304) return text === '' ? faults : [...faults, 'has a body']
  if (!path.startsWith('/api') && status < 400) return faults
  // The description of the API is a document of its own.
  if (/^\/api\/(docs|openapi\.json)(\?|$)/.test(path) && status === 200) return faults
  if (answer.contentType.startsWith('text/event-stream')) return eventFaults(answer, faults)
  return [...faults, ...envelopeFaults(answer)]
}

/** The beginning of a stream: whole lines of the form that the standard names. */
const eventFaults = ({ status, text }: FuzzAnswer, faults: string[]): string[] =>
  status === 200 && /^(?:(?:event|id|data|retry)?: ?[^\n]*\n|\n)+$/.test(text)
    ? faults
    : [...faults, 'is no stream of events']

function envelopeFaults({ status, text, contentType, retryAfter }: FuzzAnswer): string[] {
  const isProblem = contentType.startsWith('application/problem+json')
  const body = parsed(text)
  if (!body || !(isProblem || contentType.startsWith('application/json'))) return ['is no envelope']
  const faults: string[] = []
  if (!isProblem && typeof body.success !== 'boolean') faults.push('has no success')
  if (status < 400) return faults
  if (typeof body.code !== 'string' || typeof body.requestId !== 'string')
    faults.push('has no code or requestId')
  if (body.success === true) faults.push('is an error with success: true')
  if (status >= 500 && allowed[String(body.code)] !== status) faults.push(`answers ${status} ${body.code}`)
  if (status === 503 && retryAfter === undefined) faults.push('has no Retry-After')
  return faults
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
