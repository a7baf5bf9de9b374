import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import type { JsonObject } from '../json.ts'
import { previewLimit } from '../list-input.ts'
import type { Ports } from '../ports.ts'
import { checkItemChange, reviseItem } from './build-item.ts'
import type { Item } from './item.ts'
import type { ItemRules } from './item-rules.ts'
import { changeItem, requireSeen } from './write-item.ts'

export interface ItemUpdate {
  readonly id: string
  readonly metadata: JsonObject
  /** If absent, the content stays. */
  readonly content?: string | undefined
  /** The revision that the caller has read. */
  readonly expectedRevision?: number | undefined
}

/**
 * Merges a change into an item (contract.md#partial-updates); descendants follow a renamed or moved page
 * (contract.md#page-tree).
 * @throws POST_NOT_FOUND, PAGE_NOT_FOUND, VALIDATION_ERROR, DUPLICATE_SLUG or PRECONDITION_FAILED
 */
export const updateItem =
  <F extends object>(rules: ItemRules<F>) =>
  ({ store, markup, clock }: Ports) =>
  async (actor: Actor, { id, metadata, content, expectedRevision }: ItemUpdate): Promise<Item<F>> => {
    const { username } = requireEditor(actor)
    const input = {
      metadata,
      ...(content === undefined ? {} : { content, text: markup.plainText(content, previewLimit) }),
    }
    return changeItem(rules, store, id, (before) => {
      checkItemChange(rules, id, input)
      requireSeen(before, expectedRevision)
      return { kind: 'save', after: reviseItem(rules, before, input, clock()), by: username, metadata }
    })
  }

export interface Deletion {
  readonly id: string
  /** The revision that the caller has read. */
  readonly expectedRevision?: number | undefined
}

/**
 * Deletes an item and returns its last state; pages below it move to its parent (contract.md#page-tree).
 * @throws POST_NOT_FOUND, PAGE_NOT_FOUND, PRECONDITION_FAILED or RESERVED_SLUG
 */
export const deleteItem =
  <F extends object>(rules: ItemRules<F>) =>
  ({ store, clock }: Ports) =>
  async (actor: Actor, { id, expectedRevision }: Deletion): Promise<Item<F>> => {
    requireEditor(actor)
    return changeItem(rules, store, id, (before) => {
      requireSeen(before, expectedRevision)
      return { kind: 'delete', at: clock() }
    })
  }
