/** The public API as this interface uses it: same origin, the session cookie, and one kind of error. */
import { store } from '../store.ts'

export interface Fault {
  readonly path: string
  readonly message: string
}

interface ErrorBody {
  readonly error?: string
  readonly code?: string
  readonly details?: readonly Fault[]
  readonly [field: string]: unknown
}

/** What the API refused, or why it could not be asked (`status` 0, code `OFFLINE`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly Fault[]
  readonly body: ErrorBody
  /** Seconds, when the API named them. */
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

export interface Asked {
  readonly json?: unknown
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Answer<T> {
  readonly body: T
  readonly etag: string | null
}

/** True once an answer, or the clock, said that there is no session any more. */
export const sessionLost = store(false)

/** Asks the API. @throws ApiError for everything but a success */
export async function ask<T>(method: string, path: string, asked: Asked = {}): Promise<Answer<T>> {
  const response = await reach(method, path, asked)
  const body = await bodyOf(response)
  if (response.ok) return { body: body as T, etag: response.headers.get('etag') }
  if (response.status === 401 && path !== '/api/auth/login') sessionLost.set(true)
  throw new ApiError(
    response.status,
    body as ErrorBody,
    Number(response.headers.get('retry-after')) || undefined,
  )
}

async function reach(
  method: string,
  path: string,
  { json, form, headers, signal }: Asked,
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

/** A proxy before the API may answer with a page of its own. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return response.ok ? {} : { error: `The server answered ${response.status}`, code: 'UNKNOWN' }
  }
}

export const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await ask<T>('GET', path, signal ? { signal } : {})).body
export const post = async <T>(
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> => (await ask<T>('POST', path, { json, headers })).body
export const put = async <T>(path: string, json: unknown): Promise<T> =>
  (await ask<T>('PUT', path, { json })).body
export const remove = async <T>(path: string): Promise<T> => (await ask<T>('DELETE', path)).body

/** The query of an address; empty values are left out. */
export function queryOf(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}
