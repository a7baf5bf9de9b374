/** Rules of access to routes. The services check permissions on single items. */
import { type Actor, isAdmin } from '@typecase/kernel'
import { forbidden, unauthorized } from './errors.ts'

/**
 * - `open`: credentials are ignored (login).
 * - `public`: anonymous access; a sent token must be valid (contract.md#public-endpoints).
 * - `token`: requires a session; the route itself returns the error if there is none (logout).
 * - `user`: admin or editor. `admin`: admins. `admin-or-self`: admins, and the user with the path's `id`
 * (contract.md#own-user).
 */
export const accessKinds = ['open', 'public', 'token', 'user', 'admin', 'admin-or-self'] as const
export type Access = (typeof accessKinds)[number]

/** Authorizes the actor; `message` replaces the text of FORBIDDEN. @throws UNAUTHORIZED or FORBIDDEN */
export function admit(access: Access, actor: Actor, pathId: string | undefined, message?: string): void {
  if (access === 'open' || access === 'public' || access === 'token') return
  if (actor.kind !== 'user') throw unauthorized()
  if (access === 'user' || isAdmin(actor)) return
  if (access === 'admin-or-self' && actor.id === pathId) return
  throw forbidden(message)
}
