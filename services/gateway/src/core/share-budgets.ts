import type { RateLimiter, SharedWindow, UnsharedRequests } from './rate-limit.ts'

/**
 * Adds counts to those of all gateways and returns the sums. Returns undefined if the identity service is an
 * older version that cannot count.
 */
export type RequestCounter = (
  counts: readonly UnsharedRequests[],
) => Promise<readonly SharedWindow[] | undefined>

/** Maximum callers in one exchange. */
const maxCallers = 1_000

/**
 * Exchanges the counts of frequent callers with other gateways. A caller may exceed its budget by the
 * requests that it sends to other gateways between two exchanges, and by a twentieth of the budget per
 * gateway.
 * @throws errors of the counter, without losing counts
 */
export async function shareBudgets(limiter: RateLimiter, count: RequestCounter): Promise<void> {
  const counts = limiter.takeUnshared(maxCallers)
  if (counts.length === 0) return
  try {
    const windows = await count(counts)
    if (windows) limiter.adopt(windows)
  } catch (error) {
    limiter.returnUnshared(counts)
    throw error
  }
}
