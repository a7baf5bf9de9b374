import { type Actor, invalid } from '@typecase/kernel'
import { requireRoleChange, requireSelfOrAdmin } from '../access.ts'
import { lastAdmin, userNotFound } from '../errors.ts'
import { sessionEnded, userUpdated } from '../facts.ts'
import type { Ports } from '../ports.ts'
import { usersPlace } from '../sessions/password-checks.ts'
import { isRole, type UserFields, userFaults } from './faults.ts'
import type { Account, User } from './user.ts'

/**
 * Changes the given fields of a user. Administrators, or the user (role excepted). A new password ends every session of the
 * user but the one that asks (D3.4).
 * @throws UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, USER_NOT_FOUND, DUPLICATE_USER, LAST_ADMIN, BUSY
 */
export const updateUser =
  ({ store, hasher, clock }: Pick<Ports, 'store' | 'hasher' | 'clock'>) =>
  async (actor: Actor, id: string, changes: UserFields): Promise<User> => {
    const asker = requireSelfOrAdmin(actor, id)
    const faults = userFaults(changes)
    if (faults.length > 0) throw invalid(faults)
    const passwordHash = changes.password === undefined ? undefined : await hasher.hash(changes.password, usersPlace(asker.id))
    return store.write(async (tx) => {
      const before = await tx.users.lock(id)
      if (!before) throw userNotFound()
      requireRoleChange(asker, before, changes.role)
      const after = changed(before, changes, passwordHash, clock())
      const isDemotion = before.role === 'admin' && after.role !== 'admin'
      if (isDemotion && (await tx.users.lockAdminCount()) <= 1) throw lastAdmin()
      await tx.users.update(after)
      if (passwordHash !== undefined) {
        const ended = await tx.sessions.endAllOf(id, clock(), asker.sessionId)
        for (const session of ended) await tx.record(sessionEnded(session, 'password'))
      }
      await tx.record(userUpdated(after, changedFields(before, after)))
      return after
    })
  }

function changed(before: Account, { username, email, role }: UserFields, passwordHash: string | undefined, at: Date): Account {
  return {
    ...before,
    username: username ?? before.username,
    email: email ?? before.email,
    role: role !== undefined && isRole(role) ? role : before.role,
    passwordHash: passwordHash ?? before.passwordHash,
    isMadeUp: before.isMadeUp && passwordHash === undefined,
    updatedAt: at,
    revision: before.revision + 1,
  }
}

function changedFields(before: Account, after: Account): string[] {
  const fields: string[] = (['username', 'email', 'role'] as const).filter((field) => before[field] !== after[field])
  return before.passwordHash === after.passwordHash ? fields : [...fields, 'password']
}
