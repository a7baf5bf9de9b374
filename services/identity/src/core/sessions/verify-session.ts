import { noSession } from '../errors.ts'
import type { Ports } from '../ports.ts'
import type { User } from '../users/user.ts'

export interface VerifiedSession {
  readonly user: User
  readonly sessionId: string
  readonly expiresAt: Date
}

/**
 * The user of a token, as currently stored: a logout, a new role or a deletion applies to the next call.
 * @throws UNAUTHORIZED
 */
export const verifySession =
  ({ store, secrets, clock }: Pick<Ports, 'store' | 'secrets' | 'clock'>) =>
  async (token: string): Promise<VerifiedSession> => {
    const found = await store.read.session(secrets.digest(token), clock())
    if (!found) throw noSession()
    return { user: found.user, sessionId: found.session.id, expiresAt: found.session.expiresAt }
  }
