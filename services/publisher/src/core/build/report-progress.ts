/** What is told of a generation while it runs. */
import type { PublisherPorts } from '../ports.ts'
import type { Generation, PageCounts } from '../releases/generation.ts'

const progressEveryMs = 250

/**
 * Writes the progress down now and then, not for every page, and once when all are done: before the switch, for who asked for the site
 * and watches. One that an event started is most often over a moment later, and does not wait for that.
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
