/** Client of the public API: same origin, session cookie, one error type. */
import { ApiError, createApiClient } from '@typecase/client'
import { store } from '../store.ts'

export { ApiError, type Detail as FieldError, ifMatch, tagged, unwrap, withKey } from '@typecase/client'

/** True after a response with 401, or when the session has expired. */
export const sessionEnded = store(false)

/** Sends each request once. Queries, the editor and uploads have their own retries. */
export const api = createApiClient({ url: '', attempts: 1, fetch: send })

async function send(request: Request): Promise<Response> {
  const response = await fetch(request).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw offline()
  })
  if (response.status === 401 && new URL(request.url).pathname !== '/api/auth/login') sessionEnded.set(true)
  return response
}

/** The error of a request without a response; its `status` is 0. */
export const offline = (): ApiError => apiError(0, { error: 'The server cannot be reached', code: 'OFFLINE' })

/** Creates the error of an API response. `retryAfter` is the value of `Retry-After`. */
export const apiError = (status: number, body: object, retryAfter?: number | string | null): ApiError =>
  new ApiError(
    {
      status,
      statusText: '',
      headers: new Headers(retryAfter ? { 'retry-after': String(retryAfter) } : {}),
    },
    body,
  )

/** Removes empty values from a query, because for the API `search=` differs from no `search`. */
export const filled = <T extends object>(query: T): T =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as T
