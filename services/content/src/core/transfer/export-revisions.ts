import { type Actor, requireAdmin } from '@typecase/kernel'
import type { ItemRevision, Ports } from '../ports.ts'
import { revisionCursor, revisionPlace, startOf } from './cursor.ts'

export interface ExportedRevisions {
  readonly revisions: readonly ItemRevision[]
  /** Absent after the last revision. */
  readonly next?: string | undefined
}

/** Maximum revisions per part. */
const most = 1_000

/**
 * Exports revisions of all items in the order of `exportItems`, oldest first per item.
 * @throws UNAUTHORIZED, FORBIDDEN or VALIDATION_ERROR
 */
export const exportRevisions =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, cursor: string | undefined): Promise<ExportedRevisions> => {
    requireAdmin(actor)
    const place = revisionPlace(cursor)
    const { revisions, isLast } = await store.read.transfer.revisionsAfter(place, most)
    const last = revisions.at(-1)
    if (!isLast && last)
      return { revisions, next: revisionCursor({ ...last, revision: last.revision.revision }) }
    return { revisions, next: place.type === 'page' ? revisionCursor(startOf('post')) : undefined }
  }
