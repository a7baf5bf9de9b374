import { type ItemKey, isAppError } from '@typecase/kernel'
import { contentBusy } from '../errors.ts'
import type { ItemEdit, Ports } from '../ports.ts'
import type { ContentItem } from './item.ts'
import type { Reference } from './reference.ts'

const attempts = 8

export interface PlannedChange<T> {
  readonly edit: ItemEdit
  /** `changeItem` returns this after saving the change. */
  readonly result: T
}

/**
 * Changes the current version of an item without overwriting concurrent changes. Undefined if nothing changes
 * or the item was deleted.
 * @throws CONTENT_BUSY after repeated conflicts, and errors of content
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

/** The distinct posts and pages of these references. */
export const itemsOf = (references: readonly Pick<Reference, 'type' | 'id'>[]): readonly ItemKey[] => [
  ...new Map(
    references.flatMap(({ type, id }) =>
      type === 'settings' ? [] : [[`${type} ${id}`, { type, id }] as const],
    ),
  ).values(),
]
