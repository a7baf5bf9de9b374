import type { RateLimiter, SharedWindow, UnsharedRequests } from './rate-limit.ts'

/** Counts the requests of all gateways. Undefined if identity is too old to count. */
export type RequestCounter = (
  counts: readonly UnsharedRequests[],
) => Promise<readonly SharedWindow[] | undefined>

const atOnce = 1_000

/**
 * Exchanges the counts of frequent callers. Between two exchanges each additional gateway may grant a caller
 * its requests there, plus a twentieth of the budget.
 * @throws errors of the counter, without losing counts
 */
export async function shareBudgets(limiter: RateLimiter, count: RequestCounter): Promise<void> {
  const counts = limiter.takeUnshared(atOnce)
  if (counts.length === 0) return
  try {
    const windows = await count(counts)
    if (windows) limiter.adopt(windows)
  } catch (error) {
    limiter.returnUnshared(counts)
    throw error
  }
}
