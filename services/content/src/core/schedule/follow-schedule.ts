import { kindOfChange, pageFact, postFact } from '../events.ts'
import type { ContentWriter, Ports } from '../ports.ts'
import { keptPage, keptPost } from '../revisions/revision.ts'
import { changedByStatus, fulfilled, isDue } from './schedule.ts'

/** Whom revisions name as the author of a scheduled change. */
export const scheduler = 'scheduler'

/** Items of a kind that change in one transaction. */
const batchSize = 50

/**
 * Publishes and takes back what is due, and answers how many items changed; ask again while there are some. Each item
 * changes once, however many ask at the same time: who has it locked looks again whether it is still due.
 */
export const followSchedule =
  ({ store, clock }: Pick<Ports, 'store' | 'clock'>) =>
  async (): Promise<number> => {
    const at = clock()
    const posts = await store.read.posts.due(at, batchSize)
    const pages = await store.read.pages.due(at, batchSize)
    const changedPosts = posts.length === 0 ? 0 : await store.write((tx) => changePosts(tx, posts, at))
    const changedPages = pages.length === 0 ? 0 : await store.write((tx) => changePages(tx, pages, at))
    return changedPosts + changedPages
  }

async function changePosts(tx: ContentWriter, ids: readonly string[], at: Date): Promise<number> {
  const due = (await tx.posts.lock(ids)).filter((post) => isDue(post, at))
  const changes = due.map((before) => ({ before, after: fulfilled(before, at) }))
  await tx.posts.saveHeads(changes.map(({ after }) => after))
  await tx.posts.keepRevisions(
    changes.map(({ before, after }) => keptPost(after, scheduler, changedByStatus(before, after))),
  )
  for (const { before, after } of changes)
    await tx.record(
      postFact(kindOfChange(before.status, after.status), after, {
        before,
        changed: changedByStatus(before, after),
      }),
    )
  return changes.length
}

async function changePages(tx: ContentWriter, ids: readonly string[], at: Date): Promise<number> {
  await tx.pages.lockTree()
  const due = (await tx.pages.lock(ids)).filter((page) => isDue(page, at))
  const changes = due.map((before) => ({ before, after: fulfilled(before, at) }))
  await tx.pages.saveHeads(changes.map(({ after }) => after))
  await tx.pages.keepRevisions(
    changes.map(({ before, after }) => keptPage(after, scheduler, changedByStatus(before, after))),
  )
  for (const { before, after } of changes)
    await tx.record(
      pageFact(kindOfChange(before.status, after.status), after, {
        before,
        changed: changedByStatus(before, after),
      }),
    )
  return changes.length
}
