/** Whether the session that was there is still there. */
import { useQuery } from '@tanstack/react-query'
import { ApiError, ask, sessionLost } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import type { User } from '../api/types.ts'
import { queryClient } from '../query-client.ts'
import { useStored } from '../store.ts'

const storageKey = 'typecase.expiresAt'

/** The cookie vanishes with its session, and without it public reads go on answering: the end is told by the clock. */
function watchExpiry(): void {
  const expiresAt = Number(localStorage.getItem(storageKey))
  if (expiresAt > 0 && Date.now() >= expiresAt) sessionLost.set(true)
}
setInterval(watchExpiry, 1_000)

export const useIsSessionLost = (): boolean => useStored(sessionLost)

/** The user who is logged in; only below the gate that has seen to it. */
export function useMe(): User {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('a screen outside of the session')
  return data
}

export const useIsAdmin = (): boolean => useMe().role === 'admin'

/** @throws ApiError INVALID_CREDENTIALS, ACCOUNT_LOCKED */
export async function logIn(username: string, password: string): Promise<void> {
  const { body } = await ask<{ data: { user: User; expiresAt: number } }>('POST', '/api/auth/login', {
    json: { username, password },
  })
  localStorage.setItem(storageKey, String(body.data.expiresAt))
  const before = queryClient.getQueryData(meQuery.queryKey)
  if (before && before.id !== body.data.user.id) queryClient.clear()
  queryClient.setQueryData(meQuery.queryKey, body.data.user)
  sessionLost.set(false)
  await queryClient.invalidateQueries()
}

/** Ends the session; one that has ended already is as good. @throws ApiError when the server could not be told: it goes on then */
export async function logOut(): Promise<void> {
  try {
    await ask('POST', '/api/auth/logout')
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  forgetSession()
}

/** Back to the login, for anybody. */
export function forgetSession(): void {
  localStorage.removeItem(storageKey)
  queryClient.clear()
  sessionLost.set(false)
  location.assign('/admin')
}
