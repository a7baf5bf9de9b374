import type { RateLimiter, SharedWindow, UnsharedRequests } from './rate-limit.ts'

/** Counts the requests of all gateways. Undefined where it is too old to count. */
export type RequestCounter = (
  counts: readonly UnsharedRequests[],
) => Promise<readonly SharedWindow[] | undefined>

const atOnce = 1_000

/**
 * Exchanges the counts of callers that use much of their budget. Between two exchanges each further gateway may grant a
 * caller what it asks for there, and a twentieth of the budget unseen. @throws what the counter throws; nothing is lost
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
