/** Details of an error response. */
export interface Detail {
  readonly path: string
  readonly message: string
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status. */
  readonly status: number
  /** Stable code in upper snake case, such as `DUPLICATE_SLUG`; `UNKNOWN` if the response has none. */
  readonly code: string
  readonly details: readonly Detail[]
  readonly requestId: string | undefined
  /** Seconds of `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Whole response body, with fields such as `slug`. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(response: Pick<Response, 'status' | 'statusText' | 'headers'>, body: unknown) {
    const fields = isObject(body) ? body : {}
    super(text(fields.error) ?? `${response.status} ${response.statusText}`.trim())
    this.status = response.status
    this.code = text(fields.code) ?? 'UNKNOWN'
    this.details = Array.isArray(fields.details) ? (fields.details as Detail[]) : []
    this.requestId = text(fields.requestId) ?? response.headers.get('x-request-id') ?? undefined
    this.retryAfter = Number(response.headers.get('retry-after')) || undefined
    this.body = fields
  }
}

interface Result<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/**
 * Returns the body of a successful response: `await unwrap(client.GET('/api/settings'))`.
 * @throws ApiError for any status from 400
 */
export async function unwrap<T>(result: Promise<Result<T>>): Promise<T> {
  const { data, error, response } = await result
  if (!response.ok) throw new ApiError(response, error)
  return data as T
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
