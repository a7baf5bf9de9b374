import type { ItemRules } from '../items/item-rules.ts'
import { saveStatuses } from '../items/write-item.ts'
import { pageRules } from '../pages/page-rules.ts'
import type { ContentStore, Ports } from '../ports.ts'
import { postRules } from '../posts/post-rules.ts'
import { withPublication } from '../publication.ts'
import { fulfilled, isDue } from './schedule.ts'

/** Author of the revisions of scheduled changes. */
export const scheduler = 'scheduler'

/** Items per transaction. */
const batchSize = 50

/**
 * Publishes and unpublishes what is due and returns the number of changed items; call it again until it
 * returns 0. Each item changes once, with any number of concurrent callers, because it is checked under its
 * lock.
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
      after: withPublication(fulfilled(before, at), before.publishAt ?? at),
    }))
    await saveStatuses(rules, tx, changes, scheduler)
    return changes.length
  })
}
