import { AppError } from './errors.ts'

export type Role = 'admin' | 'editor'

export interface UserActor {
  readonly kind: 'user'
  readonly id: string
  readonly username: string
  readonly role: Role
  /** The current session. A password change ends all other sessions of the user. */
  readonly sessionId: string
}

/** The caller of an operation. A `service` acts for itself, not for a user. */
export type Actor =
  | UserActor
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'service'; readonly name: string }

export const anonymous: Actor = { kind: 'anonymous' }

export const serviceActor = (name: string): Actor => ({ kind: 'service', name })

export const isAdmin = (actor: Actor): boolean => actor.kind === 'user' && actor.role === 'admin'

/** @throws UNAUTHORIZED for anonymous callers, FORBIDDEN for services */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind === 'user') return actor
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
  throw new AppError('forbidden', 'FORBIDDEN', 'Forbidden')
}

/** @throws UNAUTHORIZED for anonymous callers, FORBIDDEN for services and (with `message`) for editors */
export function requireAdmin(actor: Actor, message = 'Forbidden'): UserActor {
  const user = requireUser(actor)
  if (user.role !== 'admin') throw new AppError('forbidden', 'FORBIDDEN', message)
  return user
}
