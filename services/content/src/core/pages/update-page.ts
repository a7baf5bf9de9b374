import { type Actor, invalid } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { pageNotFound, preconditionFailed } from '../errors.ts'
import { kindOfChange, pageFact } from '../events.ts'
import { type JsonObject, sameJson } from '../json.ts'
import { previewLimit } from '../list-input.ts'
import type { ContentWriter, Ports } from '../ports.ts'
import { keptPage } from '../revisions/revision.ts'
import { changedPageFields, changedPageNames, type Page, type PageHead, revisePage } from './page.ts'
import { carried, namedParent, placed, refuseReserved } from './tree.ts'

export interface PageChange {
  readonly id: string
  readonly metadata: JsonObject
  /** Absent stays. */
  readonly content?: string | undefined
  /** The revision the caller has seen. */
  readonly expectedRevision?: number | undefined
}

/**
 * Merges the change into the page; the rules hold for the result, and pages below a renamed or moved one come along (contract.md#page-tree).
 * @throws PAGE_NOT_FOUND, VALIDATION_ERROR, DUPLICATE_SLUG, PRECONDITION_FAILED
 */
export const updatePage =
  ({ store, markup, clock }: Ports) =>
  async (actor: Actor, { id, metadata, content, expectedRevision }: PageChange): Promise<Page> => {
    const { username } = requireEditor(actor)
    const input = {
      metadata,
      ...(content === undefined ? {} : { content, text: markup.plainText(content, previewLimit) }),
    }
    return store.write(async (tx) => {
      await tx.pages.lockTree()
      const before = await tx.pages.get(id)
      if (!before) throw pageNotFound()
      const { parentPage } = changedPageFields(input)
      if (expectedRevision !== undefined && expectedRevision !== before.revision) throw preconditionFailed()
      const revised = revisePage(before, input, clock())
      const parent = await parentOf(tx, before, parentPage)
      const after = placed(revised, parent, before.pageType === 'custom' ? before.slug : undefined)
      refuseReserved(after)
      await refuseOrphans(tx, before, after)
      await tx.pages.save(after)
      const moved = !sameJson(before.path, after.path)
      const names = changedPageNames(before, after)
      const changed = [...names, ...(moved ? ['path'] : [])]
      await tx.pages.keepRevisions([keptPage(after, username, names)])
      await tx.record(pageFact(kindOfChange(before.status, after.status), after, { before, changed }))
      if (moved) await carryAlong(tx, before, after)
      return after
    })
  }

async function parentOf(
  tx: ContentWriter,
  before: PageHead,
  parentPage: string | null | undefined,
): Promise<PageHead | undefined> {
  if (parentPage === null) return undefined
  if (parentPage !== undefined) return namedParent(tx.pages, parentPage)
  return before.parentId === undefined ? undefined : (await tx.pages.lock([before.parentId]))[0]
}

async function refuseOrphans(tx: ContentWriter, before: PageHead, after: PageHead): Promise<void> {
  if (before.pageType === after.pageType || after.pageType === 'custom') return
  if ((await tx.pages.children(before.id)).length > 0)
    throw invalid([
      { path: 'metadata.pageType', message: 'A page with pages below it must stay a custom page' },
    ])
}

async function carryAlong(tx: ContentWriter, before: PageHead, after: PageHead): Promise<void> {
  const pages = carried(await tx.pages.descendants(before.id), before, after)
  await tx.pages.saveHeads(pages)
  for (const page of pages) await tx.record(pageFact('updated', page, { changed: ['path'] }))
}
