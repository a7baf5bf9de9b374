import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { type ItemKind, pageNotFound, postNotFound } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { changedPageFields, changedPageNames, type Page, revisePage } from '../pages/page.ts'
import type { Ports } from '../ports.ts'
import { changedPostNames, checkPostChange, type Post, revisePost } from '../posts/post.ts'
import { scheduleNames } from '../schedule/schedule.ts'
import { type KeptRevision, keptPage, keptPost, type RevisionHead, type Snapshot } from './revision.ts'

export interface RevisionInput {
  readonly kind: ItemKind
  readonly id: string
  readonly metadata: JsonObject
  /** Absent: as in the item. */
  readonly content?: string | undefined
}

/** Fields that a restoration never touches, so a snapshot does not carry them. */
const fixedNames: ReadonlySet<string> = new Set([
  'slug',
  'status',
  'pageType',
  'parentPage',
  ...scheduleNames,
])

/**
 * Stores unsaved text as a revision. Nothing that readers see changes, and no fact is recorded; the item only moves on to the
 * number of the revision, so that the next save does not reuse it.
 * @throws VALIDATION_ERROR, POST_NOT_FOUND, PAGE_NOT_FOUND
 */
export const storeRevision =
  (ports: Ports) =>
  async (actor: Actor, { kind, id, metadata, content }: RevisionInput): Promise<RevisionHead> => {
    const { username } = requireEditor(actor)
    const variable = Object.fromEntries(Object.entries(metadata).filter(([name]) => !fixedNames.has(name)))
    const input = { metadata: variable, ...(content === undefined ? {} : { content }) }
    return kind === 'post' ? storeOfPost(ports, username, id, input) : storeOfPage(ports, username, id, input)
  }

interface Input {
  readonly metadata: JsonObject
  readonly content?: string
}

const storeOfPost = ({ store, clock }: Ports, by: string, id: string, input: Input): Promise<RevisionHead> =>
  store.write(async (tx) => {
    const before = await tx.posts.get(id)
    if (!before) throw postNotFound()
    checkPostChange(id, input)
    const { post } = revisePost(before, input, clock())
    const snapshot = snapshotOf(post, keptPost(post, by, changedPostNames(before, post)))
    await tx.posts.saveHeads([{ ...before, revision: post.revision }])
    await tx.posts.keepSnapshot(snapshot)
    return snapshot
  })

const storeOfPage = ({ store, clock }: Ports, by: string, id: string, input: Input): Promise<RevisionHead> =>
  store.write(async (tx) => {
    await tx.pages.lockTree()
    const before = await tx.pages.get(id)
    if (!before) throw pageNotFound()
    changedPageFields(input)
    const page = revisePage(before, input, clock())
    const snapshot = snapshotOf(page, keptPage(page, by, changedPageNames(before, page)))
    await tx.pages.saveHeads([{ ...before, revision: page.revision }])
    await tx.pages.keepSnapshot(snapshot)
    return snapshot
  })

const snapshotOf = (item: Post | Page, kept: KeptRevision): Snapshot => ({
  ...kept,
  revision: item.revision,
  at: item.updatedAt,
  title: item.title,
  slug: item.slug,
  status: item.status,
  metadata: item.metadata,
  content: item.content,
  isSnapshot: true,
})
