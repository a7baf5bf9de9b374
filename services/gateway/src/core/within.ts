import { upstreamUnavailable } from '@typecase/kernel'

/** Milliseconds for a call that several requests share: the deadline of a read. */
const sharedLimitMs = 5_000

/**
 * Waits for a shared call, which may start only after another one, for at most the time of one call.
 * @throws UPSTREAM_UNAVAILABLE, errors of the call
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
