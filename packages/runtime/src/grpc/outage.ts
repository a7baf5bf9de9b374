/** Calls wait while a service restarts, and fail immediately in a longer outage. */
import { type Client as Channel, connectivityState, type ServiceError, status } from '@grpc/grpc-js'

/** During the first `waitMs` milliseconds of an outage, calls wait. Later calls fail immediately. */
const waitMs = 3_000
/** After this many milliseconds without a call, the next call counts as the start of a new outage. */
const forgetMs = 10_000
/** Milliseconds before the second and the third attempt of a read. */
const pauses = [50, 150]

export interface Outage {
  /** Undefined if the call must not wait. Otherwise resolves at the reconnect or when the wait is over. */
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
      const until = Math.min(deadline, since + waitMs)
      if (until <= now) return undefined
      return new Promise((resolve) => channel.waitForReady(until, () => resolve()))
    },
  }
}

/** Attempts a read up to three times if the service cannot be reached. Replies of the service are final. */
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
