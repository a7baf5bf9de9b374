import { upstreamUnavailable } from '@typecase/kernel'

/** Milliseconds for a question that several requests share: those that a read may take. */
const sharedLimitMs = 5_000

/**
 * Waits for an answer that others wait for too, and that may begin only when the one before has ended: nobody waits for both
 * longer than for one. @throws UPSTREAM_UNAVAILABLE; whatever the work throws
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
