import { invalid, isPassword } from '@typecase/kernel'
import { setupDone, wrongSetupCode } from '../errors.ts'
import { sessionEnded, userUpdated } from '../facts.ts'
import type { Ports } from '../ports.ts'
import { type PasswordChecks, strangersPlace } from '../sessions/password-checks.ts'
import { userFaults } from '../users/faults.ts'
import type { Account, User } from '../users/user.ts'

export interface ClaimInput {
  /** The made-up password, as it was printed. */
  readonly code: string
  readonly username: string
  readonly email: string
  readonly password: string
  /** Address of the client, as the gateway knows it. */
  readonly clientAddress?: string | undefined
}

/**
 * Gives the first administrator a name, an address and a password of its own, for who knows the made-up one. Of parallel calls one
 * does: the password that was checked must still be that of the account. Sessions of the made-up password end.
 * @throws VALIDATION_ERROR, WRONG_SETUP_CODE, SETUP_DONE, DUPLICATE_USER, RATE_LIMITED, BUSY
 */
export const claimFirstAdmin =
  ({ store, hasher, clock }: Pick<Ports, 'store' | 'hasher' | 'clock'>, { charge }: Pick<PasswordChecks, 'charge'>) =>
  async ({ code, username, email, password, clientAddress }: ClaimInput): Promise<User> => {
    const faults = userFaults({ username, email, password })
    if (faults.length > 0) throw invalid(faults)
    const { unclaimed, finished } = await store.read.setup()
    if (!unclaimed || finished) throw setupDone()
    const succeeded = charge(clientAddress)
    const place = strangersPlace(clientAddress)
    if (!isPassword(code) || !(await hasher.verify(unclaimed.passwordHash, code, place))) throw wrongSetupCode()
    const passwordHash = await hasher.hash(password, { ...place, isTrusted: true })
    succeeded()
    return store.write(async (tx) => {
      const before = await tx.users.lock(unclaimed.id)
      if (before?.passwordHash !== unclaimed.passwordHash) throw setupDone()
      const now = clock()
      const after: Account = { ...before, username, email, passwordHash, isMadeUp: false, updatedAt: now, revision: before.revision + 1 }
      await tx.users.update(after)
      for (const session of await tx.sessions.endAllOf(after.id, now)) await tx.record(sessionEnded(session, 'password'))
      await tx.record(userUpdated(after, ['username', 'email', 'password']))
      return after
    })
  }
