import { invalid, isPassword, isUsername, type Problem } from '@typecase/kernel'
import { accountLocked, invalidCredentials } from '../errors.ts'
import { clearFailures, type Standing, standing } from '../lockout.ts'
import type { IdentityWriter, Ports } from '../ports.ts'

import type { Account, User } from '../users/user.ts'
import { chargedCounter } from './charged-counter.ts'
import { loginAttempts } from './login-attempts.ts'
import type { Session } from './session.ts'

export interface LoginInput {
  readonly username: string
  readonly password: string
  /** The device of an earlier login, if the caller holds one. */
  readonly deviceId?: string | undefined
}

export interface LoggedIn {
  readonly user: User
  /** Known to the caller alone from here on. */
  readonly token: string
  readonly expiresAt: Date
  readonly deviceId: string
  readonly standing: Standing
}

/**
 * Checks the password and opens a session. The attempt is charged before the password is checked, and a hash is computed
 * whatever the name (D2.5, D2.6).
 * @throws VALIDATION_ERROR, INVALID_CREDENTIALS, ACCOUNT_LOCKED, BUSY
 */
export const login = (ports: Ports) => {
  const { store, hasher, secrets } = ports
  const attempts = loginAttempts(ports)

  return async (input: LoginInput): Promise<LoggedIn> => {
    requireBoth(input)
    const { name, device, counter } = await chargedCounter(ports, input)
    const attempt = await attempts.reserve(counter)
    const account = await judge()
    const done = account && (await store.write((tx) => open(tx, account)))
    if (!done) throw invalidCredentials(await attempts.fail(counter, attempt))
    return done

    /** The account, if the password is its own. An attempt that cannot be judged is not charged. */
    async function judge(): Promise<Account | undefined> {
      try {
        // No account has another form of name, and Postgres refuses some of those.
        const account = isUsername(name) ? await store.read.accountOf(name) : undefined
        const isRight = await hasher.verify(account?.passwordHash, isPassword(input.password) ? input.password : '')
        return isRight ? account : undefined
      } catch (error) {
        await attempts.withdraw(counter, attempt)
        throw error
      }
    }

    /** Undefined when the password was changed, or the user deleted, while it was being checked (D3.4). */
    async function open(tx: IdentityWriter, { id, passwordHash }: Account): Promise<LoggedIn | undefined> {
      const user = await tx.users.pin(id)
      if (user?.passwordHash !== passwordHash) return undefined
      const now = ports.clock()
      const cleared = await tx.changeCounter(counter, now, (before) => ({ counter: clearFailures(before, attempt, now) }))
      const state = standing(cleared.counter, now)
      if (state.locked) throw accountLocked(state, now)
      const { token, session } = newSession(ports, id, now)
      const deviceId = device && input.deviceId ? input.deviceId : secrets.newSecret()
      await tx.rememberDevice(secrets.digest(deviceId), id, now)
      await tx.sessions.insert(session)
      return { user, token, expiresAt: session.expiresAt, deviceId, standing: state }
    }
  }
}

/** @throws VALIDATION_ERROR */
function requireBoth({ username, password }: LoginInput): void {
  const problems: Problem[] = []
  if (username.trim() === '') problems.push({ path: 'username', message: 'Username is required' })
  if (password === '') problems.push({ path: 'password', message: 'Password is required' })
  if (problems.length > 0) throw invalid(problems, 'Username and password are required')
}

function newSession({ secrets, newId, sessionSeconds }: Ports, userId: string, now: Date): { token: string; session: Session } {
  const token = secrets.newSecret()
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000)
  return { token, session: { id: newId(), userId, tokenHash: secrets.digest(token), createdAt: now, expiresAt } }
}
