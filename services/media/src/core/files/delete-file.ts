import type { Actor } from '@typecase/kernel'
import { requireMediaEditor } from '../access.ts'
import { fileNotFound, mediaInUse } from '../errors.ts'
import { fileDeleted } from '../events.ts'
import type { Ports } from '../ports.ts'
import { cleanReferences } from '../references/clean-references.ts'
import { currentReferences } from '../references/find-references.ts'
import { countUses, toReference } from '../references/reference.ts'
import { blobKey } from './file.ts'

export interface Deletion {
  /** Remove every use from content first. */
  readonly clean: boolean
  /** Delete the file even if it is used. */
  readonly force: boolean
}

export interface Deleted {
  /** Number of uses before the deletion. */
  readonly referencesFound: number
  readonly referencesRemoved: number
}

/**
 * Deletes an unused file, or a used one with `clean` or `force` (contract.md#deleting-media). Deletes the row
 * first, so that a listed file always has its bytes.
 * @throws UNAUTHORIZED, FILE_NOT_FOUND, MEDIA_IN_USE, REFERENCES_BEHIND or CONTENT_BUSY
 */
export const deleteFile =
  (ports: Ports) =>
  async (actor: Actor, id: string, { clean, force }: Deletion): Promise<Deleted> => {
    requireMediaEditor(actor)
    const file = await ports.files.get(id)
    if (!file) throw fileNotFound()
    const found = await currentReferences(ports)(file)
    const { removed, left } = clean ? await cleanReferences(ports)(file, found) : { removed: 0, left: found }
    if (left.length > 0 && !force) throw mediaInUse(countUses(left), left.map(toReference))
    await ports.files.write(async (tx) => {
      const current = await tx.getForUpdate(id)
      if (!current) throw fileNotFound()
      await tx.delete(id)
      await tx.record(fileDeleted(current))
    })
    // The deletion is committed. If removing the bytes fails, the garbage collector removes them.
    await Promise.allSettled([ports.blobs.remove(blobKey(id))])
    return { referencesFound: Math.max(countUses(found), removed), referencesRemoved: removed }
  }
