import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { pageFact } from '../events.ts'
import { useFreeSlug } from '../free-slug.ts'
import type { JsonObject } from '../json.ts'
import { previewLimit } from '../list-input.ts'
import type { ContentWriter, Ports } from '../ports.ts'
import { type IdempotencyKey, repeatable } from '../repeatable.ts'
import { keptPage } from '../revisions/revision.ts'
import { instantFrom } from '../schedule/schedule.ts'
import { isStatus } from '../status.ts'
import { draftPage, newPageFields, type Page, type PageFields, type PageHead } from './page.ts'
import { isReservedSlug, namedParent, placed, refuseReserved } from './tree.ts'

export interface NewPage {
  readonly metadata: JsonObject
  readonly content?: string | undefined
  readonly idempotencyKey?: IdempotencyKey | undefined
}

export type CreatedPage = PageHead & { readonly metadata: JsonObject }

/**
 * Creates a page; a slug that was not named derives from the title and is made free within the type (contract.md#page-slugs).
 * @throws VALIDATION_ERROR, DUPLICATE_SLUG, IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_MISMATCH
 */
export const createPage =
  (ports: Ports) =>
  async (
    actor: Actor,
    { metadata, content = '', idempotencyKey }: NewPage,
  ): Promise<{ page: CreatedPage; replayed: boolean }> => {
    const user = requireEditor(actor)
    const { markup, clock, newId } = ports
    const input = { metadata, content, text: markup.plainText(content, previewLimit) }
    const fields = newPageFields(input)
    const draft = draftPage(input, fields, { id: newId(), at: clock() })
    const { answer, replayed } = await repeatable(ports, user, idempotencyKey, async (tx) =>
      toAnswer(await insertPage(tx, draft, fields, user.username)),
    )
    return { page: fromAnswer(answer), replayed }
  }

/** A page that is born published is first created, then published: two facts, two revisions. */
async function insertPage(
  tx: ContentWriter,
  draft: Page,
  { slug, parentPage }: PageFields,
  by: string,
): Promise<Page> {
  await tx.pages.lockTree()
  const parent = parentPage ? await namedParent(tx.pages, parentPage) : undefined
  let created: Page = { ...placed(draft, parent), revision: draft.status === 'published' ? 2 : 1 }
  const use = async (free: string) => {
    created = { ...created, slug: free, path: [...created.path.slice(0, -1), free] }
    await tx.pages.insert(created)
  }
  if (slug !== undefined) {
    refuseReserved(created)
    await use(slug)
  } else {
    const isAtTop = created.pageType === 'custom' && !parent
    const taken = async (slugs: readonly string[]) => {
      const used = await tx.pages.takenSlugs(created.pageType, slugs)
      return isAtTop ? new Set([...used, ...slugs.filter(isReservedSlug)]) : used
    }
    await useFreeSlug(draft.slug, { taken, use })
  }
  await tx.pages.keepRevisions([keptPage(created, by)])
  await tx.record(pageFact('created', { ...created, revision: 1 }))
  if (created.status === 'published') await tx.record(pageFact('published', created, { changed: ['status'] }))
  return created
}

const toAnswer = ({
  content: _content,
  text: _text,
  createdAt,
  updatedAt,
  publishAt,
  unpublishAt,
  parentId,
  ...page
}: Page): JsonObject => ({
  ...page,
  parentId: parentId ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  publishAt: publishAt?.toISOString() ?? null,
  unpublishAt: unpublishAt?.toISOString() ?? null,
})

const fromAnswer = (answer: JsonObject): CreatedPage => ({
  id: String(answer.id),
  title: String(answer.title),
  slug: String(answer.slug),
  status: isStatus(answer.status) ? answer.status : 'draft',
  pageType: answer.pageType === 'custom' ? 'custom' : 'normal',
  parentId: typeof answer.parentId === 'string' ? answer.parentId : undefined,
  path: Array.isArray(answer.path) ? answer.path.map(String) : [],
  createdAt: new Date(String(answer.createdAt)),
  updatedAt: new Date(String(answer.updatedAt)),
  publishAt: instantFrom(answer.publishAt ?? null),
  unpublishAt: instantFrom(answer.unpublishAt ?? null),
  revision: Number(answer.revision),
  metadata: answer.metadata as JsonObject,
})
