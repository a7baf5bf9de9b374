/** Retries requests that the server refused temporarily (contract.md#rate-limits). */

export interface Retry {
  readonly method: string
  readonly url: string
  /** Number of the failed attempt, from 1. */
  readonly attempt: number
  readonly delayMs: number
  /** Status of the response; undefined if the connection failed. */
  readonly status: number | undefined
}

export interface RetryOptions {
  /** Maximum attempts, including the first. */
  readonly attempts?: number
  /** Maximum delay in milliseconds. A response that requires a longer delay (a locked login) is returned. */
  readonly maxDelayMs?: number
  readonly onRetry?: (retry: Retry) => void
  readonly fetch?: (request: Request) => Promise<Response>
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Milliseconds before the second attempt; doubles with each attempt. */
const firstDelayMs = 500

/**
 * Retries failed connections and responses with 429 or 503, after their `Retry-After` or with exponential
 * backoff. Retries a `POST` without `Idempotency-Key` only after 429, or after 503 with `Retry-After`. In
 * these cases the server has not processed the request.
 */
export function retryingFetch(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { attempts = 8, maxDelayMs = 60_000, onRetry, fetch = globalThis.fetch, sleep = pause } = options
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts
      // A sent body cannot be sent again, so every attempt except the last sends a copy.
      const outcome = await send(fetch, isLast ? request : request.clone())
      if (isLast || !isRetried(request, outcome)) return answerOf(outcome)
      const delayMs = delayOf(outcome, attempt)
      if (delayMs > maxDelayMs) return answerOf(outcome)
      const { method, url } = request
      onRetry?.({ method, url, attempt, delayMs, status: outcome.response?.status })
      await outcome.response?.body?.cancel()
      await sleep(delayMs, request.signal)
    }
  }
}

interface Outcome {
  readonly response?: Response
  readonly error?: unknown
}

async function send(fetch: (request: Request) => Promise<Response>, request: Request): Promise<Outcome> {
  try {
    return { response: await fetch(request) }
  } catch (error) {
    return { error }
  }
}

function answerOf({ response, error }: Outcome): Response {
  if (response) return response
  throw error
}

function isRetried(request: Request, { response }: Outcome): boolean {
  if (request.signal.aborted) return false
  const isRepeatable = request.method !== 'POST' || request.headers.has('idempotency-key')
  if (!response) return isRepeatable
  if (response.status === 429) return true
  return response.status === 503 && (isRepeatable || response.headers.has('retry-after'))
}

/** `Retry-After` is a number of seconds or a date. */
function delayOf({ response }: Outcome, attempt: number): number {
  const backoff = firstDelayMs * 2 ** (attempt - 1)
  const value = response?.headers.get('retry-after')
  if (!value) return backoff
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? backoff : Math.max(0, date - Date.now())
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal.addEventListener('abort', abort, { once: true })
  })
}
