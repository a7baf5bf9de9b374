/** Who may use a route. Permission over a single thing is the services' own matter; this is the door. */
import { type Actor, isAdmin } from '@typecase/kernel'
import { forbidden, unauthorized } from './errors.ts'

/**
 * - `open`: credentials are not even read (login).
 * - `public`: the anonymous too; who sends a token is judged by it (contract.md#public-endpoints).
 * - `token`: whoever holds a session; its absence is answered by the route itself (logout).
 * - `user`: admin or editor. `admin`: admins. `admin-or-self`: admins, and the user whose id is the path's `id` (contract.md#own-user).
 */
export const accessKinds = ['open', 'public', 'token', 'user', 'admin', 'admin-or-self'] as const
export type Access = (typeof accessKinds)[number]

/**
 * Lets the actor through or not; `message` replaces the text of FORBIDDEN.
 * @throws UNAUTHORIZED, FORBIDDEN
 */
export function admit(access: Access, actor: Actor, pathId: string | undefined, message?: string): void {
  if (access === 'open' || access === 'public' || access === 'token') return
  if (actor.kind !== 'user') throw unauthorized()
  if (access === 'user' || isAdmin(actor)) return
  if (access === 'admin-or-self' && actor.id === pathId) return
  throw forbidden(message)
}
