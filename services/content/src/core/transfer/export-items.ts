import { type Actor, invalid, requireAdmin } from '@typecase/kernel'
import type { ItemKey, Ports, WholeItem } from '../ports.ts'
import { itemCursor, itemPlace, startOf } from './cursor.ts'

export interface ExportInput {
  /** `next` of an earlier part. */
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface ExportedPart {
  readonly items: readonly WholeItem[]
  /** Absent after the last item. */
  readonly next?: string | undefined
}

const mostExported = 100

/**
 * Exports whole posts and pages, including drafts: pages first, each kind by id. An item that exists during
 * all calls is in exactly one part.
 * @throws UNAUTHORIZED, FORBIDDEN or VALIDATION_ERROR
 */
export const exportItems =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, { cursor, limit = mostExported }: ExportInput): Promise<ExportedPart> => {
    requireAdmin(actor)
    if (!Number.isInteger(limit) || limit < 1 || limit > mostExported)
      throw invalid([{ path: 'limit', message: `limit must be a whole number from 1 to ${mostExported}` }])
    const place = itemPlace(cursor)
    const { items, isLast } = await store.read.transfer.after(place, limit)
    const last = items.at(-1)
    if (!isLast && last) return { items, next: itemCursor(keyOf(last)) }
    return { items, next: place.type === 'page' ? itemCursor(startOf('post')) : undefined }
  }

const keyOf = (item: WholeItem): ItemKey =>
  'post' in item ? { type: 'post', id: item.post.id } : { type: 'page', id: item.page.id }
