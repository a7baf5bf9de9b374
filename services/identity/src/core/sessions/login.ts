import { invalid, type Problem } from '@typecase/kernel'
import { accountLocked, invalidCredentials } from '../errors.ts'
import { clearFailures, type Standing, standing } from '../lockout.ts'
import type { IdentityWriter, Ports } from '../ports.ts'
import { recordCheck } from '../security-events.ts'
import type { Account, User } from '../users/user.ts'
import type { CheckedGuess, Guess, PasswordChecks } from './password-checks.ts'
import type { Session } from './session.ts'

export interface LoggedIn {
  readonly user: User
  /** The token. The store contains only its digest. */
  readonly token: string
  readonly expiresAt: Date
  readonly deviceId: string
  readonly standing: Standing
}

/**
 * Checks the password and opens a session. Counts the attempt before the check, and computes a hash even for
 * unknown names (contract.md#login, contract.md#login-lockout).
 * @throws VALIDATION_ERROR, INVALID_CREDENTIALS, ACCOUNT_LOCKED, RATE_LIMITED or BUSY
 */
export const login = (ports: Ports, checks: PasswordChecks) => {
  const { store, secrets } = ports
  return async (input: Guess): Promise<LoggedIn> => {
    requireBoth(input)
    const facts = { event: 'login' as const, username: input.username, clientAddress: input.clientAddress }
    return recordCheck(
      ports.security,
      facts,
      () => logIn(input),
      ({ user }) => user.id,
    )
  }

  async function logIn(input: Guess): Promise<LoggedIn> {
    const check = await checks.check(input)
    const { account } = check
    const done = account && (await store.write((tx) => open(tx, account, check, input.deviceId)))
    if (!done) throw invalidCredentials(await check.fail())
    check.succeeded()
    return done
  }

  /**
   * Opens the session. Returns undefined if the user was deleted or the password was changed during the check
   * (contract.md#password-changes).
   */
  async function open(
    tx: IdentityWriter,
    { id, passwordHash }: Account,
    { counter, attempt, device }: CheckedGuess,
    givenDevice: string | undefined,
  ): Promise<LoggedIn | undefined> {
    const user = await tx.users.pin(id)
    if (user?.passwordHash !== passwordHash) return undefined
    const now = ports.clock()
    const cleared = await tx.changeCounter(counter, now, (before) => ({
      counter: clearFailures(before, attempt, now),
    }))
    const state = standing(cleared.counter, now)
    if (state.locked) throw accountLocked(state, now)
    const { token, session } = newSession(ports, id, now)
    const deviceId = device && givenDevice ? givenDevice : secrets.newSecret()
    await tx.rememberDevice(secrets.digest(deviceId), id, now)
    await tx.sessions.insert(session)
    return { user, token, expiresAt: session.expiresAt, deviceId, standing: state }
  }
}

/** @throws VALIDATION_ERROR */
function requireBoth({ username, password }: Guess): void {
  const problems: Problem[] = []
  if (username.trim() === '') problems.push({ path: 'username', message: 'Username is required' })
  if (password === '') problems.push({ path: 'password', message: 'Password is required' })
  if (problems.length > 0) throw invalid(problems, 'Username and password are required')
}

function newSession(
  { secrets, newId, sessionSeconds }: Ports,
  userId: string,
  now: Date,
): { token: string; session: Session } {
  const token = secrets.newSecret()
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000)
  return {
    token,
    session: { id: newId(), userId, tokenHash: secrets.digest(token), createdAt: now, expiresAt },
  }
}
