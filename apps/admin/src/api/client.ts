/** Client of the public API: same origin, session cookie, one error type. */
import { store } from '../store.ts'

export interface FieldError {
  readonly path: string
  readonly message: string
}

interface ErrorBody {
  readonly error?: string
  readonly code?: string
  readonly details?: readonly FieldError[]
  readonly [field: string]: unknown
}

/** An error response of the API, or a request that got no response (`status` 0, code `OFFLINE`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly FieldError[]
  readonly body: ErrorBody
  /** Seconds, from the Retry-After header. */
  readonly retryAfter: number | undefined
  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.error ?? 'The server could not answer')
    this.status = status
    this.code = body.code ?? 'UNKNOWN'
    this.details = body.details ?? []
    this.body = body
    this.retryAfter = retryAfter
  }
}

export interface RequestOptions {
  readonly json?: unknown
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface ApiResponse<T> {
  readonly body: T
  readonly etag: string | null
}

/** True after a 401 response, or when the session's expiry time has passed. */
export const sessionEnded = store(false)

/** Sends a request. @throws ApiError for every response that is not 2xx */
export async function request<T>(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<ApiResponse<T>> {
  const response = await send(method, path, options)
  const body = await bodyOf(response)
  if (response.ok) return { body: body as T, etag: response.headers.get('etag') }
  if (response.status === 401 && path !== '/api/auth/login') sessionEnded.set(true)
  throw new ApiError(
    response.status,
    body as ErrorBody,
    Number(response.headers.get('retry-after')) || undefined,
  )
}

async function send(
  method: string,
  path: string,
  { json, form, headers, signal }: RequestOptions,
): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form ? { body: form } : {}),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, { error: 'The server cannot be reached', code: 'OFFLINE' })
  }
}

/** A proxy before the API may answer with an HTML page. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return response.ok ? {} : { error: `The server answered ${response.status}`, code: 'UNKNOWN' }
  }
}

export const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await request<T>('GET', path, signal ? { signal } : {})).body
export const post = async <T>(
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> => (await request<T>('POST', path, { json, headers })).body
export const put = async <T>(path: string, json: unknown): Promise<T> =>
  (await request<T>('PUT', path, { json })).body
export const remove = async <T>(path: string): Promise<T> => (await request<T>('DELETE', path)).body

/** Query string; skips undefined and empty values. */
export function queryOf(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}
