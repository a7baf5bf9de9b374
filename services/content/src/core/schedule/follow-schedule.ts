import type { ItemRules } from '../items/item-rules.ts'
import { saveStatuses } from '../items/write-item.ts'
import { pageRules } from '../pages/page-rules.ts'
import type { ContentStore, Ports } from '../ports.ts'
import { postRules } from '../posts/post-rules.ts'
import { withPublication } from '../publication.ts'
import { isDue, withDueStatus } from './schedule.ts'

/** Author name of scheduled revisions. */
export const scheduler = 'scheduler'

/** Items per transaction. */
const batchSize = 50

/**
 * Publishes and unpublishes due items and returns their number; call it again until it returns 0. Locks each
 * item before checking it, so that concurrent callers change it only once.
 */
export const followSchedule =
  ({ store, clock }: Pick<Ports, 'store' | 'clock'>) =>
  async (): Promise<number> => {
    const at = clock()
    return (await changeDue(postRules, store, at)) + (await changeDue(pageRules, store, at))
  }

async function changeDue<F extends object>(
  rules: ItemRules<F>,
  store: ContentStore,
  at: Date,
): Promise<number> {
  const ids = await rules.schedule(store).due(at, batchSize)
  if (ids.length === 0) return 0
  return store.write(async (tx) => {
    await rules.tree?.lock(tx)
    const due = (await rules.writer(tx).lock(ids)).filter((head) => isDue(head, at))
    const changes = due.map((before) => ({
      before,
      after: withPublication(withDueStatus(before, at), before.publishAt ?? at),
    }))
    await saveStatuses(rules, tx, changes, scheduler)
    return changes.length
  })
}
