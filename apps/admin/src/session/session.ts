/** The current session, and its end. */
import { useQuery } from '@tanstack/react-query'
import { ApiError, api, sessionEnded, unwrap } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import type { User } from '../api/types.ts'
import { queryClient } from '../query-client.ts'
import { useStored } from '../store.ts'

const storageKey = 'typecase.expiresAt'

/**
 * Detects the end of the session with a timer. The page cannot see that the cookie has expired, and public
 * reads still succeed.
 */
function watchExpiry(): void {
  const expiresAt = Number(localStorage.getItem(storageKey))
  if (expiresAt > 0 && Date.now() >= expiresAt) sessionEnded.set(true)
}
setInterval(watchExpiry, 1_000)

export const useHasSessionEnded = (): boolean => useStored(sessionEnded)

/** The logged-in user. Call it only inside `Gate`. */
export function useMe(): User {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('useMe was called outside of Gate')
  return data
}

export const useIsAdmin = (): boolean => useMe().role === 'admin'

/** @throws ApiError with the code INVALID_CREDENTIALS or ACCOUNT_LOCKED */
export async function logIn(username: string, password: string): Promise<void> {
  const { data } = await unwrap(api.POST('/api/auth/login', { body: { username, password } }))
  localStorage.setItem(storageKey, String(data.expiresAt))
  const before = queryClient.getQueryData(meQuery.queryKey)
  if (before && before.id !== data.user.id) queryClient.clear()
  queryClient.setQueryData(meQuery.queryKey, data.user)
  sessionEnded.set(false)
  await queryClient.invalidateQueries()
}

/**
 * Ends the session. A session that has expired counts as ended.
 * @throws ApiError if the server cannot be reached; the session then continues
 */
export async function logOut(): Promise<void> {
  try {
    await unwrap(api.POST('/api/auth/logout'))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  clearSession()
}

export function clearSession(): void {
  localStorage.removeItem(storageKey)
  queryClient.clear()
  sessionEnded.set(false)
  location.assign('/admin')
}
