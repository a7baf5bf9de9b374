import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import type { ItemKind } from '../errors.ts'
import { changedFieldNames, checkItemChange, reviseItem } from '../items/build-item.ts'
import type { Item } from '../items/item.ts'
import type { ItemRules } from '../items/item-rules.ts'
import { found } from '../items/write-item.ts'
import type { JsonObject } from '../json.ts'
import { pageRules } from '../pages/page-rules.ts'
import type { Ports } from '../ports.ts'
import { postRules } from '../posts/post-rules.ts'
import { scheduleFieldNames } from '../schedule/schedule.ts'
import { buildRevision, type NewRevision, type RevisionHead, type Snapshot } from './revision.ts'

export interface RevisionInput extends UnsavedText {
  readonly kind: ItemKind
}

interface UnsavedText {
  readonly id: string
  readonly metadata: JsonObject
  /** Default: the content of the item. */
  readonly content?: string | undefined
}

/** Fields that a restore never changes; snapshots omit them. */
const fixedNames: ReadonlySet<string> = new Set([
  'slug',
  'status',
  'pageType',
  'parentPage',
  ...scheduleFieldNames,
])

/**
 * Stores unsaved text as a revision, without a visible change or an event. Only the revision number of the
 * item rises, so that the next save gets another number.
 * @throws VALIDATION_ERROR, POST_NOT_FOUND or PAGE_NOT_FOUND
 */
export const storeRevision =
  (ports: Ports) =>
  async (actor: Actor, { kind, ...input }: RevisionInput): Promise<RevisionHead> => {
    const { username } = requireEditor(actor)
    return kind === 'post'
      ? storeOf(postRules, ports, username, input)
      : storeOf(pageRules, ports, username, input)
  }

function storeOf<F extends object>(
  rules: ItemRules<F>,
  { store, clock }: Ports,
  by: string,
  { id, metadata, content }: UnsavedText,
): Promise<RevisionHead> {
  const variable = Object.fromEntries(Object.entries(metadata).filter(([name]) => !fixedNames.has(name)))
  const input = { metadata: variable, ...(content === undefined ? {} : { content }) }
  return store.write(async (tx) => {
    await rules.tree?.lock(tx)
    const writer = rules.writer(tx)
    const before = found(rules, await writer.get(id))
    checkItemChange(rules, id, input)
    const item = reviseItem(rules, before, input, clock())
    const changed = changedFieldNames(rules, before, item)
    const snapshot = snapshotOf(item, buildRevision(rules, item, by, changed))
    await writer.saveHeads([{ ...before, revision: item.revision }])
    await writer.insertSnapshots([snapshot])
    return snapshot
  })
}

const snapshotOf = (item: Item<object>, revision: NewRevision): Snapshot => ({
  ...revision,
  revision: item.revision,
  at: item.updatedAt,
  title: item.title,
  slug: item.slug,
  status: item.status,
  metadata: item.metadata,
  content: item.content,
  isSnapshot: true,
})
