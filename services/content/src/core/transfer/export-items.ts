import { type Actor, firstUuid, invalid, isUuid, requireAdmin } from '@typecase/kernel'
import type { ItemKey, Ports, WholeItem } from '../ports.ts'

export interface ExportInput {
  /** The `next` of an earlier part. */
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
 * Whole posts and pages, drafts included: pages first, each kind by id. An item that exists during all calls
 * is in exactly one part, whatever changes meanwhile. @throws UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR
 */
export const exportItems =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, { cursor, limit = mostExported }: ExportInput): Promise<ExportedPart> => {
    requireAdmin(actor)
    if (!Number.isInteger(limit) || limit < 1 || limit > mostExported)
      throw invalid([{ path: 'limit', message: `limit must be a whole number from 1 to ${mostExported}` }])
    const place = placeOf(cursor)
    const { items, isLast } = await store.read.transfer.after(place, limit)
    if (!isLast) return { items, next: cursorOf(items.at(-1)) }
    return { items, next: place.type === 'page' ? firstPost : undefined }
  }

const firstPost = `post_${firstUuid}`
const cursorForm = /^(post|page)_([0-9a-f-]+)$/

function placeOf(cursor: string | undefined): ItemKey {
  if (cursor === undefined || cursor === '') return { type: 'page', id: firstUuid }
  const [, type, id] = cursorForm.exec(cursor) ?? []
  if (id === undefined || !(isUuid(id) || id === firstUuid))
    throw invalid([{ path: 'cursor', message: 'cursor must be the nextCursor of an earlier answer' }])
  return { type: type === 'page' ? 'page' : 'post', id }
}

function cursorOf(last: WholeItem | undefined): string | undefined {
  if (last === undefined) return undefined
  return 'post' in last ? `post_${last.post.id}` : `page_${last.page.id}`
}
