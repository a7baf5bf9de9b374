/** The client of one system, as one user or without a session. */
import createClient, { type Client } from 'openapi-fetch'
import { unwrap } from './errors.ts'
import type { paths } from './generated/api.ts'
import { type RetryOptions, retryingFetch } from './retry.ts'

export type ApiClient = Client<paths>

export interface ClientOptions extends RetryOptions {
  /** The address of the API, such as `https://cms.example.org`. */
  readonly url: string
  /** Session token; without one the client sees only public content. */
  readonly token?: string | undefined
  /** Aborts running requests and the delays before retries. */
  readonly signal?: AbortSignal
}

/** Creates a typed client that retries requests: `createApiClient({ url, token }).GET('/api/posts')`. */
export function createApiClient({ url, token, signal, ...retry }: ClientOptions): ApiClient {
  return createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    fetch: retryingFetch(retry),
    ...(signal ? { signal } : {}),
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  })
}

export interface Login {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly user: { readonly id: string; readonly username: string; readonly role: 'admin' | 'editor' }
}

/**
 * Starts a session. Pass its token to {@link createApiClient}.
 * @throws ApiError with `INVALID_CREDENTIALS` or `ACCOUNT_LOCKED`
 */
export async function login(
  options: Omit<ClientOptions, 'token'>,
  credentials: { readonly username: string; readonly password: string },
): Promise<Login> {
  const { data } = await unwrap(createApiClient(options).POST('/api/auth/login', { body: credentials }))
  return data
}
