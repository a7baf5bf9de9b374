/** Decides what to do with a newer version from the server while the author has unsaved text. */
import type { Item, Kind } from '../api/types.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { type Merge, mergeFields } from './merge.ts'
import type { Request } from './requests.ts'
import { hasSameText, isAutosaved, type Notice, statusNotice } from './view.ts'

export type Reconciliation =
  | { readonly kind: 'same'; readonly notice: Notice | undefined }
  | { readonly kind: 'merged'; readonly fields: Fields; readonly notice: Notice }
  /** The author must resolve the conflict. With `saves`, resolving it also saves the item. */
  | { readonly kind: 'conflict'; readonly merge: Merge; readonly saves: boolean }

/**
 * Accepts a newer version whose text is the same. Merges other text automatically only between drafts without
 * a publish date, so that the author sees every merge before readers do.
 */
export function reconcile(
  kind: Kind,
  base: Item,
  fields: Fields,
  newer: Item,
  pendingRequest: Request | undefined,
): Reconciliation {
  if (hasSameText(kind, base, newer)) return { kind: 'same', notice: statusNotice(base, newer) }
  const merge = mergeFields(kind, fieldsOf(base), fields, fieldsOf(newer))
  const isHidden = isAutosaved(base) && isAutosaved(newer) && pendingRequest?.status !== 'published'
  if (merge.conflicts.length > 0 || !isHidden)
    return { kind: 'conflict', merge, saves: isHidden || isStillValid(pendingRequest, newer) }
  const content = merge.pieces.join('')
  return {
    kind: 'merged',
    fields: { ...merge.fields, content },
    notice: { kind: 'merged', at: newer.updatedAt },
  }
}

/** False if there is no request, or if it saves a draft and the item has been published since. */
export const isStillValid = (request: Request | undefined, { status }: Pick<Item, 'status'>): boolean =>
  request !== undefined && (request.status !== undefined || request.seen === status || status === 'draft')
