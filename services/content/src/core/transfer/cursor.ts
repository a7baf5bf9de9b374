/** The `nextCursor` of exports: position of the last item or revision. */
import { firstUuid, invalid, isUuid } from '@typecase/kernel'
import type { ItemKind } from '../errors.ts'
import type { ItemKey, RevisionPlace } from '../ports.ts'

/** Position before all items of that kind and all their revisions. */
export const startOf = (type: ItemKind): RevisionPlace => ({ type, id: firstUuid, revision: 0 })

export const itemCursor = ({ type, id }: ItemKey): string => `${type}_${id}`

export const revisionCursor = (place: RevisionPlace): string => `${itemCursor(place)}_${place.revision}`

/** Parses a cursor; an absent one starts with pages. @throws VALIDATION_ERROR for malformed text */
export const itemPlace = (cursor: string | undefined): ItemKey => placeOf(cursor, itemCursor)

/** Parses a cursor; an absent one starts with pages. @throws VALIDATION_ERROR for malformed text */
export const revisionPlace = (cursor: string | undefined): RevisionPlace => placeOf(cursor, revisionCursor)

const form = /^(post|page)_([0-9a-f-]+)(?:_(\d{1,15}))?$/

function placeOf(cursor: string | undefined, cursorOf: (place: RevisionPlace) => string): RevisionPlace {
  if (cursor === undefined || cursor === '') return startOf('page')
  const [, type, id = '', revision = 0] = form.exec(cursor) ?? []
  const place: RevisionPlace = { type: type === 'page' ? 'page' : 'post', id, revision: Number(revision) }
  if (!(isUuid(id) || id === firstUuid) || cursorOf(place) !== cursor)
    throw invalid([{ path: 'cursor', message: 'cursor must be the nextCursor of an earlier response' }])
  return place
}
