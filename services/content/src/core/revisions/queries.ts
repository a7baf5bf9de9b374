import { type Actor, invalid, type PageOf } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { type ItemKind, notFound, revisionNotFound } from '../errors.ts'
import { listBounds } from '../list-input.ts'
import type { ContentReader, Ports, RevisionReader } from '../ports.ts'
import { bodyError } from '../text.ts'
import type { Revision, RevisionHead } from './revision.ts'

export interface RevisionListInput {
  readonly kind: ItemKind
  readonly id: string
  /** Default 10. */
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

const defaultLimit = 10

/** Revisions of a post or page, newest first. @throws VALIDATION_ERROR, POST_NOT_FOUND or PAGE_NOT_FOUND */
export const listRevisions =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, { kind, id, limit, offset }: RevisionListInput): Promise<PageOf<RevisionHead>> => {
    requireEditor(actor)
    const { bounds, errors } = listBounds({ limit, offset, view: 'none' })
    if (errors.length > 0) throw invalid(errors)
    const found = await revisionsOf(store.read, kind).list(id, {
      limit: bounds.limit ?? defaultLimit,
      offset: bounds.offset,
    })
    // Every existing item has at least one revision.
    if (found.total === 0) throw notFound(kind)
    return found
  }

/** A revision with its content. @throws REVISION_NOT_FOUND */
export const getRevision =
  ({ store }: Pick<Ports, 'store'>) =>
  async (
    actor: Actor,
    { kind, id, revision }: { kind: ItemKind; id: string; revision: number },
  ): Promise<Revision> => {
    requireEditor(actor)
    return requireRevision(store.read, kind, id, revision)
  }

/** @throws REVISION_NOT_FOUND */
export async function requireRevision(
  read: ContentReader,
  kind: ItemKind,
  id: string,
  revision: number,
): Promise<Revision> {
  const found = await revisionsOf(read, kind).get(id, revision)
  if (!found) throw revisionNotFound()
  return found
}

/** The revision, if the current rules accept its body. @throws REVISION_NOT_FOUND or VALIDATION_ERROR */
export async function requireRestorable(
  read: ContentReader,
  kind: ItemKind,
  id: string,
  revision: number,
): Promise<Revision> {
  const found = await requireRevision(read, kind, id, revision)
  const error = bodyError(found.content)
  if (error) throw invalid([{ path: 'content', message: `content ${error}` }])
  return found
}

const revisionsOf = ({ posts, pages }: ContentReader, kind: ItemKind): RevisionReader =>
  (kind === 'post' ? posts : pages).revisions
