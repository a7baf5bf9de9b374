import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { type BatchWork, type BulkInput, type BulkItem, inBatches } from '../bulk.ts'
import { kindOfChange, pageFact } from '../events.ts'
import type { ContentWriter, Ports } from '../ports.ts'
import { keptPage } from '../revisions/revision.ts'
import { changedByStatus } from '../schedule/schedule.ts'
import type { Status } from '../status.ts'
import { removePage } from './delete-page.ts'
import { type PageHead, withPageStatus } from './page.ts'

/** Publishes, takes back or deletes up to 10 000 pages; pages below a deleted one move up (contract.md#bulk-operations). @throws VALIDATION_ERROR */
export const bulkPages =
  ({ store, clock }: Ports) =>
  async (actor: Actor, input: BulkInput, signal?: AbortSignal): Promise<BulkItem[]> => {
    const { username } = requireEditor(actor)
    const work: BatchWork = async (tx, action, ids) => {
      await tx.pages.lockTree()
      const found = await tx.pages.lock(ids)
      if (action === 'delete') await removeAll(tx, found, clock())
      else
        await setStatus(tx, found, action === 'publish' ? 'published' : 'draft', {
          at: clock(),
          by: username,
        })
      return new Set(found.map(({ id }) => id))
    }
    // One after the other: each of them has the tree for itself.
    return inBatches(store, input, { missing: 'Page not found', work }, signal)
  }

/**
 * Normal pages at once. Custom ones deepest first, so that no page is moved only to be deleted next; each of them is read
 * afresh: a removal may have moved it.
 */
async function removeAll(tx: ContentWriter, pages: readonly PageHead[], at: Date): Promise<void> {
  const normal = pages.filter(({ pageType }) => pageType === 'normal')
  await tx.pages.delete(normal)
  for (const page of normal)
    await tx.record(pageFact('deleted', { ...page, updatedAt: at, revision: page.revision + 1 }))
  const custom = pages.filter(({ pageType }) => pageType === 'custom')
  for (const { id } of custom.toSorted((a, b) => b.path.length - a.path.length)) {
    const [page] = await tx.pages.lock([id])
    if (page) await removePage(tx, page, at)
  }
}

async function setStatus(
  tx: ContentWriter,
  pages: readonly PageHead[],
  status: Status,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const changes = pages.flatMap((before) => {
    const after = withPageStatus(before, status, at)
    return after ? [{ before, after }] : []
  })
  await tx.pages.saveHeads(changes.map(({ after }) => after))
  await tx.pages.keepRevisions(
    changes.map(({ before, after }) => keptPage(after, by, changedByStatus(before, after))),
  )
  for (const { before, after } of changes)
    await tx.record(
      pageFact(kindOfChange(before.status, after.status), after, {
        before,
        changed: changedByStatus(before, after),
      }),
    )
}
