import { type ItemKey, isAppError } from '@typecase/kernel'
import { contentBusy } from '../errors.ts'
import type { ItemEdit, Ports } from '../ports.ts'
import type { ContentItem } from './item.ts'

const attempts = 8

export interface PlannedChange<T> {
  readonly edit: ItemEdit
  /** What the change comes to, told when it was saved. */
  readonly result: T
}

/**
 * Changes an item as it is at the moment of saving: who else changes it in between is never overwritten. Answers
 * undefined when there is nothing to change or the item is gone.
 * @throws CONTENT_BUSY when others keep changing it, and what content refuses
 */
export const changeItem =
  ({ content }: Pick<Ports, 'content'>) =>
  async <T>(
    key: ItemKey,
    plan: (item: ContentItem) => Promise<PlannedChange<T> | undefined>,
  ): Promise<T | undefined> => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const item = await content.item(key)
      const change = item && (await plan(item))
      if (!item || !change) return undefined
      try {
        await content.save(item, change.edit)
        return change.result
      } catch (error) {
        if (isAppError(error) && error.kind === 'not_found') return undefined
        if (!isAppError(error) || error.code !== 'PRECONDITION_FAILED') throw error
      }
    }
    throw contentBusy()
  }

/** Every item once. */
export const itemsOf = (references: readonly ItemKey[]): readonly ItemKey[] => [
  ...new Map(references.map(({ type, id }) => [`${type} ${id}`, { type, id }])).values(),
]
