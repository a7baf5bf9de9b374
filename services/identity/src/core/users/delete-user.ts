import { type Actor, requireAdmin } from '@typecase/kernel'
import { lastAdmin, ownAccount, userNotFound } from '../errors.ts'
import { sessionEnded, userDeleted } from '../events.ts'
import type { Ports } from '../ports.ts'
import { change, endedSession } from '../security-events.ts'

/**
 * Deletes a user and ends the user's sessions. Only administrators may do so, and cannot delete themselves or
 * the last administrator (contract.md#deleting-users).
 * @throws UNAUTHORIZED, FORBIDDEN, SELF_DELETE, USER_NOT_FOUND or LAST_ADMIN
 */
export const deleteUser =
  ({ store, clock, security }: Pick<Ports, 'store' | 'clock' | 'security'>) =>
  async (actor: Actor, id: string, clientAddress?: string): Promise<void> => {
    const admin = requireAdmin(actor)
    if (admin.id === id) throw ownAccount()
    const ended = await store.write(async (tx) => {
      const user = await tx.users.lock(id)
      if (!user) throw userNotFound()
      if (user.role === 'admin' && (await tx.users.lockAdminCount()) <= 1) throw lastAdmin()
      const sessions = await tx.sessions.endAllOf(id, clock())
      for (const session of sessions) await tx.record(sessionEnded(session, 'deleted'))
      await tx.users.delete(id)
      await tx.record(userDeleted(user))
      return sessions
    })
    const facts = { actorId: admin.id, clientAddress }
    security.record(change('user_deleted', id, facts))
    for (const session of ended) security.record(endedSession(session, 'deleted', facts))
  }
