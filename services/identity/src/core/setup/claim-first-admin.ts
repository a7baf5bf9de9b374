import { invalid, isPassword } from '@typecase/kernel'
import { setupDone, wrongSetupCode } from '../errors.ts'
import { sessionEnded, userUpdated } from '../events.ts'
import type { Ports } from '../ports.ts'
import { recordCheck } from '../security-events.ts'
import { type PasswordChecks, strangersPlace, usersPlace } from '../sessions/password-checks.ts'
import { passwordProblems } from '../users/password-rules.ts'
import type { Account, User } from '../users/user.ts'
import { userFieldErrors } from '../users/user-fields.ts'

export interface ClaimInput {
  /** The generated password, as printed. */
  readonly code: string
  readonly username: string
  readonly email: string
  readonly password: string
  /** Client address as seen by the gateway. */
  readonly clientAddress?: string | undefined
}

/**
 * Replaces name, email and password of the first administrator; requires the generated password. Of parallel
 * calls, only one succeeds. Ends the sessions that were opened with the generated password.
 * @throws VALIDATION_ERROR, WRONG_SETUP_CODE, SETUP_DONE, DUPLICATE_USER, RATE_LIMITED or BUSY
 */
export const claimFirstAdmin = (ports: Ports, checks: Pick<PasswordChecks, 'charge'>) => {
  const { store, hasher, clock, common, security } = ports
  return async (input: ClaimInput): Promise<User> => {
    const { username, email, password, clientAddress } = input
    const errors = [
      ...userFieldErrors({ username, email, password }),
      ...(await passwordProblems(common, password, input)),
    ]
    if (errors.length > 0) throw invalid(errors)
    return recordCheck(
      security,
      { event: 'setup_claim', username, clientAddress },
      () => claim(input),
      ({ id }) => id,
    )
  }

  async function claim({ code, username, email, password, clientAddress }: ClaimInput): Promise<User> {
    const { unclaimed, finished } = await store.read.setup()
    if (!unclaimed || finished) throw setupDone()
    const succeeded = checks.charge(clientAddress)
    const place = strangersPlace(clientAddress)
    if (!isPassword(code) || !(await hasher.verify(unclaimed.passwordHash, code, place)))
      throw wrongSetupCode()
    const passwordHash = await hasher.hash(password, usersPlace(unclaimed.id))
    succeeded()
    return store.write(async (tx) => {
      const before = await tx.users.lock(unclaimed.id)
      if (before?.passwordHash !== unclaimed.passwordHash) throw setupDone()
      const now = clock()
      const changes = { username, email, passwordHash, hasGeneratedPassword: false }
      const after: Account = { ...before, ...changes, updatedAt: now, revision: before.revision + 1 }
      await tx.users.update(after)
      for (const session of await tx.sessions.endAllOf(after.id, now))
        await tx.record(sessionEnded(session, 'password'))
      await tx.record(userUpdated(after, ['username', 'email', 'password']))
      return after
    })
  }
}
