/** Checks rules that hold for the response to any request. */
import type { FuzzRequest } from './requests.ts'
import type { FuzzAnswer } from './send.ts'

/** Error codes for which a 5xx status is allowed, with that status. */
const allowed: Readonly<Record<string, number>> = {
  DUPLICATE_USER: 500,
  BUSY: 503,
  MARKETPLACE_UNAVAILABLE: 503,
  MARKETPLACE_PACKAGE_INVALID: 502,
}
/** Maximum size of an error response in bytes. For large requests, four times the request body. */
const largestError = 64 * 1024
const leaks = [
  /node_modules/,
  /\n\s+at /,
  /\bselect\s.+\sfrom\s/i,
  /\.ts:\d/,
  /file:\/\//,
  /ECONN|ENOENT|EACCES/,
]

/** Rules that the response violates. `secrets` are texts that no response may contain. */
export function violationsOf(
  { method, path, body }: FuzzRequest,
  answer: FuzzAnswer,
  secrets: readonly string[],
): string[] {
  const violations: string[] = []
  const { status, text } = answer
  if (leaks.some((leak) => leak.test(text)) || secrets.some((secret) => text.includes(secret)))
    violations.push('reveals internals')
  const size = Buffer.byteLength(text)
  if (status >= 400 && size > Math.max(largestError, 4 * (body?.length ?? 0)))
    violations.push(`has ${size} bytes`)
  if (method === 'HEAD' || status === 304) return text === '' ? violations : [...violations, 'has a body']
  if (!path.startsWith('/api') && status < 400) return violations
  // The API documentation has no envelope.
  if (/^\/api\/(docs|openapi\.json)(\?|$)/.test(path) && status === 200) return violations
  if (answer.contentType.startsWith('text/event-stream')) return eventViolations(answer, violations)
  return [...violations, ...envelopeViolations(answer)]
}

/** The received part of a stream must consist of complete lines in the server-sent events format. */
const eventViolations = ({ status, text }: FuzzAnswer, violations: string[]): string[] =>
  status === 200 && /^(?:(?:event|id|data|retry)?: ?[^\n]*\n|\n)+$/.test(text)
    ? violations
    : [...violations, 'is not an event stream']

function envelopeViolations({ status, text, contentType, retryAfter }: FuzzAnswer): string[] {
  const isProblemDetails = contentType.startsWith('application/problem+json')
  const body = parseObject(text)
  if (!body || !(isProblemDetails || contentType.startsWith('application/json'))) return ['has no envelope']
  const violations: string[] = []
  if (!isProblemDetails && typeof body.success !== 'boolean') violations.push('has no success')
  if (status < 400) return violations
  if (typeof body.code !== 'string' || typeof body.requestId !== 'string')
    violations.push('has no code or requestId')
  if (body.success === true) violations.push('is an error with success: true')
  if (status >= 500 && allowed[String(body.code)] !== status)
    violations.push(`returns ${status} ${body.code}`)
  if (status === 503 && retryAfter === undefined) violations.push('has no Retry-After')
  return violations
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
