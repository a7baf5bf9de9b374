import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import type { Item } from '../items/item.ts'
import type { ItemRules } from '../items/item-rules.ts'
import { changeItem, requireSeen } from '../items/write-item.ts'
import { previewLimit } from '../list-input.ts'
import type { Ports } from '../ports.ts'
import { requireRestorable } from './queries.ts'

export interface Restoration {
  readonly id: string
  /** The revision to restore. */
  readonly revision: number
  /** The revision that the caller has read. */
  readonly expectedRevision?: number | undefined
}

/**
 * Restores title, metadata and content of an old revision as a new revision. Slug, status, schedule and
 * position stay, so that links work and the visibility does not change.
 * @throws POST_NOT_FOUND, PAGE_NOT_FOUND, REVISION_NOT_FOUND, VALIDATION_ERROR or PRECONDITION_FAILED
 */
export const restoreItem =
  <F extends object>(rules: ItemRules<F>) =>
  ({ store, markup, clock }: Ports) =>
  async (actor: Actor, { id, revision, expectedRevision }: Restoration): Promise<Item<F>> => {
    const { username } = requireEditor(actor)
    const { title, metadata, content, fields } = await requireRestorable(store.read, rules.kind, id, revision)
    const text = markup.plainText(content, previewLimit)
    return changeItem(rules, store, id, (before) => {
      requireSeen(before, expectedRevision)
      const after = {
        ...before,
        ...rules.restoredFields(fields),
        title,
        metadata,
        content,
        text,
        updatedAt: clock(),
        revision: before.revision + 1,
      }
      return { kind: 'save', after, by: username }
    })
  }
