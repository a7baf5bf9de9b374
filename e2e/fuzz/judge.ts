/** Rules for the response to any request. */
import type { FuzzRequest } from './requests.ts'
import type { FuzzAnswer } from './send.ts'

/** Codes that are allowed with a 5xx status. */
const allowed: Readonly<Record<string, number>> = {
  DUPLICATE_USER: 500,
  BUSY: 503,
  MARKETPLACE_UNAVAILABLE: 503,
  MARKETPLACE_PACKAGE_INVALID: 502,
}
/** Maximum bytes of an error response, unless the request has more than a quarter of that. */
const largestError = 64 * 1024
const leaks = [
  /node_modules/,
  /\n\s+at /,
  /\bselect\s.+\sfrom\s/i,
  /\.ts:\d/,
  /file:\/\//,
  /ECONN|ENOENT|EACCES/,
]

/** Violations of a response; empty for a valid one. `secrets`: texts that no response may contain. */
export function problemsOf(
  { method, path, body }: FuzzRequest,
  answer: FuzzAnswer,
  secrets: readonly string[],
): string[] {
  const problems: string[] = []
  const { status, text } = answer
  if (leaks.some((leak) => leak.test(text)) || secrets.some((secret) => text.includes(secret)))
    problems.push('reveals internals')
  const size = Buffer.byteLength(text)
  if (status >= 400 && size > Math.max(largestError, 4 * (body?.length ?? 0)))
    problems.push(`has ${size} bytes`)
  if (method === 'HEAD' || status === 304) return text === '' ? problems : [...problems, 'has a body']
  if (!path.startsWith('/api') && status < 400) return problems
  // The description of the API is a separate document.
  if (/^\/api\/(docs|openapi\.json)(\?|$)/.test(path) && status === 200) return problems
  if (answer.contentType.startsWith('text/event-stream')) return eventProblems(answer, problems)
  return [...problems, ...envelopeProblems(answer)]
}

/** The start of a stream: complete lines in the standard format. */
const eventProblems = ({ status, text }: FuzzAnswer, problems: string[]): string[] =>
  status === 200 && /^(?:(?:event|id|data|retry)?: ?[^\n]*\n|\n)+$/.test(text)
    ? problems
    : [...problems, 'is no event stream']

function envelopeProblems({ status, text, contentType, retryAfter }: FuzzAnswer): string[] {
  const isProblem = contentType.startsWith('application/problem+json')
  const body = parsed(text)
  if (!body || !(isProblem || contentType.startsWith('application/json'))) return ['is no envelope']
  const problems: string[] = []
  if (!isProblem && typeof body.success !== 'boolean') problems.push('has no success')
  if (status < 400) return problems
  if (typeof body.code !== 'string' || typeof body.requestId !== 'string')
    problems.push('has no code or requestId')
  if (body.success === true) problems.push('is an error with success: true')
  if (status >= 500 && allowed[String(body.code)] !== status) problems.push(`answers ${status} ${body.code}`)
  if (status === 503 && retryAfter === undefined) problems.push('has no Retry-After')
  return problems
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
