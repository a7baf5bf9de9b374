import { AppError } from './errors.ts'

export type Role = 'admin' | 'editor'

export interface UserActor {
  readonly kind: 'user'
  readonly id: string
  readonly username: string
  readonly role: Role
  /** The session that speaks; lets a password change spare it. */
  readonly sessionId: string
}

/** Who asks. A `service` is another part of the system acting on nobody's behalf. */
export type Actor =
  | UserActor
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'service'; readonly name: string }

export const anonymous: Actor = { kind: 'anonymous' }

export const serviceActor = (name: string): Actor => ({ kind: 'service', name })

export const isAdmin = (actor: Actor): boolean => actor.kind === 'user' && actor.role === 'admin'

/** @throws UNAUTHORIZED for the anonymous, FORBIDDEN for a service. */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind === 'user') return actor
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
  throw new AppError('forbidden', 'FORBIDDEN', 'Forbidden')
}

/** @throws UNAUTHORIZED, FORBIDDEN; `message` replaces the text of the latter. */
export function requireAdmin(actor: Actor, message = 'Forbidden'): UserActor {
  const user = requireUser(actor)
  if (user.role !== 'admin') throw new AppError('forbidden', 'FORBIDDEN', message)
  return user
}
