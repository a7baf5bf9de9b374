/** How a newer version from the server and the author's text come together. */
import type { Item, Kind } from '../api/types.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { type Merge, mergeFields } from './merge.ts'
import type { Request } from './requests.ts'
import { hasSameText, type Notice, savesByItself, statusNotice } from './view.ts'

export type Meeting =
  | { readonly kind: 'same'; readonly notice: Notice | undefined }
  | { readonly kind: 'merged'; readonly fields: Fields; readonly notice: Notice }
  /** For the author to decide; `saves` when the decision also saves. */
  | { readonly kind: 'conflict'; readonly merge: Merge; readonly saves: boolean }

/**
 * A version with the same text is taken over. Others merge by themselves only in a draft without a date: what readers will
 * see, the author sees first.
 */
export function meeting(
  kind: Kind,
  base: Item,
  fields: Fields,
  newer: Item,
  wanted: Request | undefined,
): Meeting {
  if (hasSameText(kind, base, newer)) return { kind: 'same', notice: statusNotice(base, newer) }
  const merge = mergeFields(kind, fieldsOf(base), fields, fieldsOf(newer))
  const isHidden = savesByItself(base) && savesByItself(newer) && wanted?.status !== 'published'
  if (merge.conflicts.length > 0 || !isHidden)
    return { kind: 'conflict', merge, saves: isHidden || isStillMeant(wanted, newer) }
  const content = merge.pieces.join('')
  return {
    kind: 'merged',
    fields: { ...merge.fields, content },
    notice: { kind: 'merged', at: newer.updatedAt },
  }
}

/** False for what was to be saved as a draft and would now go to readers. */
export const isStillMeant = (request: Request | undefined, { status }: Pick<Item, 'status'>): boolean =>
  request !== undefined && (request.status !== undefined || request.seen === status || status === 'draft')
