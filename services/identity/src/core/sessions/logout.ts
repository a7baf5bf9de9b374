import { noSession } from '../errors.ts'
import { sessionEnded } from '../facts.ts'
import type { Ports } from '../ports.ts'

/** Ends the session of that token at once. @throws UNAUTHORIZED when the token is unknown, expired or ended (D2.7) */
export const logout =
  ({ store, secrets, clock }: Pick<Ports, 'store' | 'secrets' | 'clock'>) =>
  async (token: string): Promise<void> => {
    await store.write(async (tx) => {
      const session = await tx.sessions.end(secrets.digest(token), clock())
      if (!session) throw noSession()
      await tx.record(sessionEnded(session, 'logout'))
    })
  }
