import { type Actor, requireAdmin } from '@typecase/kernel'
import { lastAdmin, ownAccount, userNotFound } from '../errors.ts'
import { sessionEnded, userDeleted } from '../facts.ts'
import type { Ports } from '../ports.ts'

/**
 * Deletes a user and ends all sessions of it. Administrators only; not the own account, not the last administrator (D3.5).
 * @throws UNAUTHORIZED, FORBIDDEN, SELF_DELETE, USER_NOT_FOUND, LAST_ADMIN
 */
export const deleteUser =
  ({ store, clock }: Pick<Ports, 'store' | 'clock'>) =>
  async (actor: Actor, id: string): Promise<void> => {
    if (requireAdmin(actor).id === id) throw ownAccount()
    await store.write(async (tx) => {
      const user = await tx.users.lock(id)
      if (!user) throw userNotFound()
      if (user.role === 'admin' && (await tx.users.lockAdminCount()) <= 1) throw lastAdmin()
      for (const session of await tx.sessions.endAllOf(id, clock())) await tx.record(sessionEnded(session, 'deleted'))
      await tx.users.delete(id)
      await tx.record(userDeleted(user))
    })
  }
