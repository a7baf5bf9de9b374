/** Resolves credentials to the actor of a request. */
import { type Actor, anonymous, isAppError } from '@typecase/kernel'
import { unauthorized } from './errors.ts'
import type { IdentityApi } from './ports.ts'
import { sharedCallBy } from './shared-call.ts'
import { within } from './within.ts'

export type Credentials =
  | { readonly kind: 'none' }
  /** The Authorization header contains no bearer token. */
  | { readonly kind: 'bad' }
  | { readonly kind: 'bearer'; readonly token: string }
  /**
   * Tokens of the cookies with a valid signature, the most trustworthy first. Empty if every cookie was
   * forged.
   */
  | { readonly kind: 'cookie'; readonly tokens: readonly string[] }

/** Public profile of a user; unset fields are absent. */
export interface UserProfile {
  readonly displayName?: string
  readonly bio?: string
  readonly avatar?: string
  readonly links?: readonly { readonly title: string; readonly url: string }[]
}

export interface SessionUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly role: 'admin' | 'editor'
  readonly profile: UserProfile
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface Session {
  readonly actor: Actor
  readonly by: 'none' | 'bearer' | 'cookie'
  readonly token?: string
  /** The user as currently stored by identity; undefined for anonymous requests. */
  readonly user?: SessionUser
}

type ToUser = (user: NonNullable<Awaited<ReturnType<IdentityApi['verifySession']>>['user']>) => SessionUser

/**
 * Verifies each request with identity, by a call that begins after the request has arrived. So a logout, a
 * new password or a lost role takes effect immediately (contract.md#authentication). Concurrent requests of
 * one session share a call.
 * @throws UNAUTHORIZED for invalid credentials, even on public routes
 * @throws UPSTREAM_UNAVAILABLE when identity does not respond
 */
export function openSession(
  identity: Pick<IdentityApi, 'verifySession'>,
  toUser: ToUser,
): (credentials: Credentials) => Promise<Session> {
  const verify = sharedCallBy((token) => identity.verifySession({ token }))
  const find = async (token: string, by: 'bearer' | 'cookie'): Promise<Session | undefined> => {
    const verified = await within(verify(token)).catch((error: unknown) => {
      if (isAppError(error) && error.kind === 'unauthenticated') return undefined
      throw error
    })
    if (!verified?.user) return undefined
    const user = toUser(verified.user)
    const { id, username, role } = user
    return { actor: { kind: 'user', id, username, role, sessionId: verified.sessionId }, by, token, user }
  }
  return async (credentials) => {
    if (credentials.kind === 'none') return { actor: anonymous, by: 'none' }
    if (credentials.kind === 'bad') throw unauthorized()
    const tokens = credentials.kind === 'bearer' ? [credentials.token] : credentials.tokens
    for (const token of tokens) {
      const session = await find(token, credentials.kind)
      if (session) return session
    }
    throw unauthorized()
  }
}
