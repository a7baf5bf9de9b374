/** Client of the public API: same origin, session cookie, one error type. */
import { ApiError, createApiClient } from '@typecase/client'
import { store } from '../store.ts'

export { ApiError, type Detail as FieldError, ifMatch, tagged, unwrap, withKey } from '@typecase/client'

/** True after a 401 response, or when the session's expiry time has passed. */
export const sessionEnded = store(false)

/** Sends each request once, because queries, editor and uploads have their own retries. */
export const api = createApiClient({ url: '', attempts: 1, fetch: send })

async function send(request: Request): Promise<Response> {
  const response = await fetch(request).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw offline()
  })
  if (response.status === 401 && new URL(request.url).pathname !== '/api/auth/login') sessionEnded.set(true)
  return response
}

/** Error of a request without a response: `status` 0. */
export const offline = (): ApiError => apiError(0, { error: 'The server cannot be reached', code: 'OFFLINE' })

/** An error that is not a response of `fetch`. `retryAfter` is in seconds. */
export const apiError = (status: number, body: object, retryAfter?: number | string | null): ApiError =>
  new ApiError(
    {
      status,
      statusText: '',
      headers: new Headers(retryAfter ? { 'retry-after': String(retryAfter) } : {}),
    },
    body,
  )

/** Omits empty texts, because `search=` differs from no search. */
export const filled = <T extends object>(query: T): T =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as T
