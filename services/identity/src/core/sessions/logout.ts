import { noSession } from '../errors.ts'
import { sessionEnded } from '../events.ts'
import type { Ports } from '../ports.ts'
import { endedSession } from '../security-events.ts'

/** Ends the session of the token (contract.md#sessions). @throws UNAUTHORIZED if there is no such session */
export const logout =
  ({ store, secrets, clock, security }: Pick<Ports, 'store' | 'secrets' | 'clock' | 'security'>) =>
  async (token: string, clientAddress?: string): Promise<void> => {
    const ended = await store.write(async (tx) => {
      const session = await tx.sessions.end(secrets.digest(token), clock())
      if (!session) throw noSession()
      await tx.record(sessionEnded(session, 'logout'))
      return session
    })
    security.record(endedSession(ended, 'logout', { actorId: ended.userId, clientAddress }))
  }
