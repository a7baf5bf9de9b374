import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { pageNotFound, preconditionFailed } from '../errors.ts'
import { pageFact } from '../events.ts'
import { previewLimit } from '../list-input.ts'
import { changedPageNames, type Page } from '../pages/page.ts'
import type { Ports } from '../ports.ts'
import { requireRestorable } from './queries.ts'
import type { Restoration } from './restore-post.ts'
import { keptPage } from './revision.ts'

/**
 * Brings title, metadata and content of an old revision back, as a new revision. Slug, status, schedule and the place in
 * the tree stay as they are.
 * @throws PAGE_NOT_FOUND, REVISION_NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED
 */
export const restorePage =
  ({ store, markup, clock }: Ports) =>
  async (actor: Actor, { id, revision, expectedRevision }: Restoration): Promise<Page> => {
    const { username } = requireEditor(actor)
    const old = await requireRestorable(store.read, 'page', id, revision)
    const text = markup.plainText(old.content, previewLimit)
    return store.write(async (tx) => {
      await tx.pages.lockTree()
      const before = await tx.pages.get(id)
      if (!before) throw pageNotFound()
      if (expectedRevision !== undefined && expectedRevision !== before.revision) throw preconditionFailed()
      const { title, metadata, content } = old
      const page: Page = {
        ...before,
        title,
        metadata,
        content,
        text,
        updatedAt: clock(),
        revision: before.revision + 1,
      }
      const changed = changedPageNames(before, page)
      await tx.pages.save(page)
      await tx.pages.keepRevisions([keptPage(page, username, changed)])
      await tx.record(pageFact('updated', page, { before, changed }))
      return page
    })
  }
