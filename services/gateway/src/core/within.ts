import { upstreamUnavailable } from '@typecase/kernel'

/** Maximum milliseconds to wait for a call that several requests share. Equals the deadline of a read. */
const sharedLimitMs = 5_000

/**
 * Waits for a shared call, at most for the time limit of one call. Without this limit the wait could be
 * longer, because a shared call may start only after another one has ended.
 * @throws UPSTREAM_UNAVAILABLE after the time limit, or an error of the call
 */
export async function within<T>(work: Promise<T>, limitMs = sharedLimitMs): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(upstreamUnavailable()), limitMs)
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
