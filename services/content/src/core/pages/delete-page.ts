import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { pageNotFound, preconditionFailed } from '../errors.ts'
import { pageFact } from '../events.ts'
import type { ContentWriter, Ports } from '../ports.ts'
import type { Page, PageHead } from './page.ts'
import { lifted } from './tree.ts'

export interface Deletion {
  readonly id: string
  /** The revision the caller has seen. */
  readonly expectedRevision?: number | undefined
}

/**
 * Deletes the page for ever and answers it as it was; the pages below it move to its parent (contract.md#page-tree).
 * @throws PAGE_NOT_FOUND, PRECONDITION_FAILED, RESERVED_SLUG
 */
export const deletePage =
  ({ store, clock }: Ports) =>
  async (actor: Actor, { id, expectedRevision }: Deletion): Promise<Page> => {
    requireEditor(actor)
    return store.write(async (tx) => {
      await tx.pages.lockTree()
      const page = await tx.pages.get(id)
      if (!page) throw pageNotFound()
      if (expectedRevision !== undefined && expectedRevision !== page.revision) throw preconditionFailed()
      await removePage(tx, page, clock())
      return page
    })
  }

/** Deletes a page within a transaction that holds the lock of the tree. @throws RESERVED_SLUG */
export async function removePage(tx: ContentWriter, page: PageHead, at: Date): Promise<void> {
  const descendants = page.pageType === 'custom' ? await tx.pages.descendants(page.id) : []
  const moved = lifted(descendants, page)
  await tx.pages.saveHeads(moved)
  await tx.pages.delete([page])
  await tx.record(pageFact('deleted', { ...page, updatedAt: at, revision: page.revision + 1 }))
  for (const child of moved) await tx.record(pageFact('updated', child, { changed: ['path'] }))
}
