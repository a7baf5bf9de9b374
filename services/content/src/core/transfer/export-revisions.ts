import { type Actor, firstUuid, invalid, isUuid, requireAdmin } from '@typecase/kernel'
import type { ItemRevision, Ports, RevisionPlace } from '../ports.ts'

export interface ExportedRevisions {
  readonly revisions: readonly ItemRevision[]
  /** Absent after the last revision. */
  readonly next?: string | undefined
}

/** Revisions of one part. */
const most = 1_000

/**
 * Whole revisions of all items in the order of `exportItems`, each item's oldest first.
 * @throws UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR
 */
export const exportRevisions =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, cursor: string | undefined): Promise<ExportedRevisions> => {
    requireAdmin(actor)
    const place = placeOf(cursor)
    const { revisions, isLast } = await store.read.transfer.revisionsAfter(place, most)
    const last = revisions.at(-1)
    if (!isLast && last) return { revisions, next: cursorOf({ ...last, revision: last.revision.revision }) }
    return { revisions, next: place.type === 'page' ? cursorOf(firstOf('post')) : undefined }
  }

const firstOf = (type: RevisionPlace['type']): RevisionPlace => ({ type, id: firstUuid, revision: 0 })
const cursorOf = ({ type, id, revision }: RevisionPlace): string => `${type}_${id}_${revision}`
const cursorForm = /^(post|page)_([0-9a-f-]+)_(\d{1,15})$/

function placeOf(cursor: string | undefined): RevisionPlace {
  if (cursor === undefined || cursor === '') return firstOf('page')
  const [, type, id, revision] = cursorForm.exec(cursor) ?? []
  if (id === undefined || !(isUuid(id) || id === firstUuid))
    throw invalid([{ path: 'cursor', message: 'cursor must be the nextCursor of an earlier answer' }])
  return { type: type === 'page' ? 'page' : 'post', id, revision: Number(revision) }
}
