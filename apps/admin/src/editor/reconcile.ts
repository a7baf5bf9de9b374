/** Decides about a newer version of the server while the author has unsaved text. */
import type { Item, Kind } from '../api/types.ts'
import { type EditorFields, editorFields } from './editor-fields.ts'
import { type Merge, mergeFields } from './merge.ts'
import type { Request } from './requests.ts'
import { hasSameText, isAutosaved, type Notice, statusNotice } from './view.ts'

export type Reconciliation =
  | { readonly kind: 'same'; readonly notice: Notice | undefined }
  | { readonly kind: 'merged'; readonly fields: EditorFields; readonly notice: Notice }
  /** The author must resolve it; `saves` if the resolution also saves. */
  | { readonly kind: 'conflict'; readonly merge: Merge; readonly saves: boolean }

/**
 * Adopts a version with the same text. Merges others automatically only in a draft without a date, because
 * the author must see a merge before readers do.
 */
export function reconcile(
  kind: Kind,
  base: Item,
  fields: EditorFields,
  newer: Item,
  pendingRequest: Request | undefined,
): Reconciliation {
  if (hasSameText(kind, base, newer)) return { kind: 'same', notice: statusNotice(base, newer) }
  const merge = mergeFields(kind, editorFields(base), fields, editorFields(newer))
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

/** False for a request about a draft that is published now. */
export const isStillValid = (request: Request | undefined, { status }: Pick<Item, 'status'>): boolean =>
  request !== undefined && (request.status !== undefined || request.seen === status || status === 'draft')
