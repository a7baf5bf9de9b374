/** Effects of writes on the tree of pages (contract.md#page-tree). */
import { invalid } from '@typecase/kernel'
import { pageFact } from '../events.ts'
import type { TreeRules } from '../items/item-rules.ts'
import { type JsonValue, sameJson } from '../json.ts'
import type { ContentWriter } from '../ports.ts'
import type { PageFields, PageHead } from './page.ts'
import { movedUp, movedWithParent, namedParent, placed, refuseReserved } from './tree.ts'

export const pageTree: TreeRules<PageFields> = {
  lock: (tx) => tx.pages.lockTree(),

  place: async (tx, page, { metadata: { parentPage }, before }) => {
    const parent = await parentOf(tx, before, parentPage)
    if (!before) return placed(page, parent)
    const after = placed(page, parent, before.pageType === 'custom' ? before.slug : undefined)
    refuseReserved(after)
    await refuseOrphans(tx, before, after)
    return after
  },

  follow: async (tx, before, after) => {
    if (sameJson(before.path, after.path)) return
    const pages = movedWithParent(await tx.pages.descendants(before.id), before, after)
    await tx.pages.saveHeads(pages)
    for (const page of pages) await tx.record(pageFact('updated', page, { changed: ['path'] }))
  },

  remove: removePages,
}

/** The parent after a change: unchanged if `parentPage` is absent, none if it is null or empty. */
async function parentOf(
  tx: ContentWriter,
  before: PageHead | undefined,
  parentPage: JsonValue | undefined,
): Promise<PageHead | undefined> {
  if (parentPage !== undefined)
    return typeof parentPage === 'string' && parentPage !== '' ? namedParent(tx.pages, parentPage) : undefined
  return before?.parentId === undefined ? undefined : (await tx.pages.lock([before.parentId]))[0]
}

async function refuseOrphans(tx: ContentWriter, before: PageHead, after: PageHead): Promise<void> {
  if (before.pageType === after.pageType || after.pageType === 'custom') return
  if ((await tx.pages.children(before.id)).length > 0)
    throw invalid([
      {
        path: 'metadata.pageType',
        message: 'A page with subpages must stay a custom page. Move its subpages first.',
      },
    ])
}

/**
 * Deletes normal pages together. Deletes custom pages one by one, deepest first, so that no page is moved
 * before its own deletion.
 * @throws RESERVED_SLUG
 */
async function removePages(tx: ContentWriter, pages: readonly PageHead[], at: Date): Promise<void> {
  const normal = pages.filter(({ pageType }) => pageType === 'normal')
  await deletePages(tx, normal, at)
  const custom = pages.filter(({ pageType }) => pageType === 'custom')
  for (const { id } of custom.toSorted((a, b) => b.path.length - a.path.length)) {
    const [page] = await tx.pages.lock([id])
    if (!page) continue
    const moved = movedUp(await tx.pages.descendants(id), page)
    await tx.pages.saveHeads(moved)
    await deletePages(tx, [page], at)
    for (const child of moved) await tx.record(pageFact('updated', child, { changed: ['path'] }))
  }
}

async function deletePages(tx: ContentWriter, pages: readonly PageHead[], at: Date): Promise<void> {
  await tx.pages.delete(pages)
  for (const page of pages)
    await tx.record(pageFact('deleted', { ...page, updatedAt: at, revision: page.revision + 1 }))
}
