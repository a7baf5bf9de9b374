import { type Actor, requireAdmin, requireUser, type UserActor } from '@typecase/kernel'
import { ownRole } from './errors.ts'
import type { User } from './users/user.ts'

/**
 * Accepts administrators and the user with that id (contract.md#own-user). Call it before reading a user, so
 * that editors cannot find out which ids exist.
 * @throws UNAUTHORIZED or FORBIDDEN
 */
export function requireSelfOrAdmin(actor: Actor, id: string): UserActor {
  const user = requireUser(actor)
  return user.id === id ? user : requireAdmin(user)
}

/** Editors may send their current role, but must not change it (contract.md#own-user). @throws FORBIDDEN */
export function requireRoleChange(actor: UserActor, user: User, role: string | undefined): void {
  if (actor.role !== 'admin' && role !== undefined && role !== user.role) throw ownRole()
}
