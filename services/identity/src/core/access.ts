import { type Actor, requireAdmin, requireUser, type UserActor } from '@typecase/kernel'
import { ownRole } from './errors.ts'
import type { User } from './users/user.ts'

/**
 * An administrator, or the user of that id (contract.md#own-user). Judged before anything is looked up, so that nobody learns which ids
 * exist. @throws UNAUTHORIZED, FORBIDDEN
 */
export function requireSelfOrAdmin(actor: Actor, id: string): UserActor {
  const user = requireUser(actor)
  return user.id === id ? user : requireAdmin(user)
}

/** Editors keep the role they have; sending that same role is no change (contract.md#own-user). @throws FORBIDDEN */
export function requireRoleChange(actor: UserActor, user: User, role: string | undefined): void {
  if (actor.role !== 'admin' && role !== undefined && role !== user.role) throw ownRole()
}
