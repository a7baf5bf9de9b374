/** What a caller does while the service behind is away: waits out a restart, and does not wait in a long outage. */
import { type Client as Channel, connectivityState, type ServiceError, status } from '@grpc/grpc-js'

/** Milliseconds after the beginning of an outage during which calls wait for its end; later ones fail at once. */
const patienceMs = 3_000
/** Milliseconds without a call after which the next one counts as the beginning, for nobody has looked since. */
const forgetMs = 10_000
/** How often a call that changes nothing is made at most, and the milliseconds before the second and the third time. */
const pauses = [50, 150]

export interface Outage {
  /** Undefined while there is a connection; else it resolves when there is one again, or at the end of the patience. */
  over(deadline: number): Promise<void> | undefined
}

export function watchOutage(channel: Channel): Outage {
  let since: number | undefined
  let lastSeen = 0
  return {
    over(deadline) {
      if (channel.getChannel().getConnectivityState(true) === connectivityState.READY) {
        since = undefined
        return undefined
      }
      const now = Date.now()
      if (since === undefined || now - lastSeen > forgetMs) since = now
      lastSeen = now
      const until = Math.min(deadline, since + patienceMs)
      if (until <= now) return undefined
      return new Promise((resolve) => channel.waitForReady(until, () => resolve()))
    },
  }
}

/**
 * Makes a call that changes nothing up to three times while the service is not reached. What the service itself answers
 * is an answer, also `unavailable`.
 */
export async function withRetries<T>(
  once: () => Promise<T>,
  deadline: number,
  isAnswer: (error: ServiceError) => boolean,
): Promise<T> {
  for (let n = 0; ; n++) {
    try {
      return await once()
    } catch (error) {
      const pause = pauses[n]
      const { code } = error as Partial<ServiceError>
      if (
        code !== status.UNAVAILABLE ||
        isAnswer(error as ServiceError) ||
        pause === undefined ||
        Date.now() + pause > deadline
      )
        throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
