/** Whether the session that was there is still there. */
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, ask, onSessionLost } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import type { User } from '../api/types.ts'
import { queryClient } from '../query-client.ts'

const storageKey = 'typecase.expiresAt'
let isLost = false
const listeners = new Set<() => void>()

function setLost(value: boolean): void {
  if (isLost === value) return
  isLost = value
  for (const listener of listeners) listener()
}

onSessionLost(() => setLost(true))

/** The cookie vanishes with its session, and without it public reads go on answering: the end is told by the clock. */
function watchExpiry(): void {
  const expiresAt = Number(localStorage.getItem(storageKey))
  if (expiresAt > 0 && Date.now() >= expiresAt) setLost(true)
}
setInterval(watchExpiry, 1_000)

export function useIsSessionLost(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isLost,
  )
}

/** The user who is logged in; only below the gate that has seen to it. */
export function useMe(): User {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('a screen outside of the session')
  return data
}

export const useIsAdmin = (): boolean => useMe().role === 'admin'

/** @throws ApiError INVALID_CREDENTIALS, ACCOUNT_LOCKED */
export async function logIn(username: string, password: string): Promise<void> {
  const { body } = await ask<{ data: { user: User; expiresAt: number } }>('POST', '/api/auth/login', { json: { username, password } })
  localStorage.setItem(storageKey, String(body.data.expiresAt))
  const before = queryClient.getQueryData(meQuery.queryKey)
  if (before && before.id !== body.data.user.id) queryClient.clear()
  queryClient.setQueryData(meQuery.queryKey, body.data.user)
  setLost(false)
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
  setLost(false)
  location.assign('/admin')
}
