import type { PublisherPorts } from '../ports.ts'
import type { Generation, PageCounts } from '../releases/generation.ts'

const progressEveryMs = 250

/**
 * Stores progress at most every 250 ms, and at the end. An automatic build that ends within 250 ms skips the
 * last write.
 */
export function progressReporter(
  { ledger, clock }: PublisherPorts,
  { id, trigger }: Generation,
): (counts: PageCounts) => Promise<void> {
  const never = Number.NEGATIVE_INFINITY
  let [first, last] = [never, never]
  let isDone = false
  return async (counts) => {
    const now = clock().getTime()
    const areDone = counts.pagesDone === counts.pagesTotal
    const since = !areDone ? last : trigger === 'event' ? first : never
    if (isDone || now - since < progressEveryMs) return
    if (first === never) first = now
    last = now
    isDone = areDone
    await ledger.progress(id, counts)
  }
}
