/** From the credentials of a request to who speaks. */
import { type Actor, anonymous, isAppError } from '@typecase/kernel'
import { unauthorized } from './errors.ts'
import type { IdentityApi } from './ports.ts'
import { sharedCallBy } from './shared-call.ts'
import { within } from './within.ts'

export type Credentials =
  | { readonly kind: 'none' }
  /** There is something that no token can be read from: a scheme other than Bearer, a forged or doubled cookie. */
  | { readonly kind: 'bad' }
  | { readonly kind: 'bearer' | 'cookie'; readonly token: string }

export interface SessionUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly role: 'admin' | 'editor'
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface Session {
  readonly actor: Actor
  readonly by: 'none' | 'bearer' | 'cookie'
  readonly token?: string
  /** As identity holds it at this moment; absent for the anonymous. */
  readonly user?: SessionUser
}

type ToUser = (user: NonNullable<Awaited<ReturnType<IdentityApi['verifySession']>>['user']>) => SessionUser

/**
 * Asks identity for every request, after it came: nothing is kept, so a logout, a new password or a lost role bites at
 * once (D2). Requests of one session that wait at the same time share a question.
 * @throws UNAUTHORIZED for credentials that name no session, also on public routes; UPSTREAM_UNAVAILABLE
 */
export function openSession(identity: Pick<IdentityApi, 'verifySession'>, toUser: ToUser): (credentials: Credentials) => Promise<Session> {
  const verify = sharedCallBy((token) => identity.verifySession({ token }))
  return async (credentials) => {
    if (credentials.kind === 'none') return { actor: anonymous, by: 'none' }
    if (credentials.kind === 'bad') throw unauthorized()
    const { user: found, sessionId } = await within(verify(credentials.token)).catch((error: unknown) => {
      throw isAppError(error) && error.kind === 'unauthenticated' ? unauthorized() : error
    })
    if (!found) throw unauthorized()
    const user = toUser(found)
    const actor: Actor = { kind: 'user', id: user.id, username: user.username, role: user.role, sessionId }
    return { actor, by: credentials.kind, token: credentials.token, user }
  }
}
