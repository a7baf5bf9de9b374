import { isUuid } from '@typecase/kernel'
import type { Ports } from '../ports.ts'
import { renditionPrefix } from '../renditions/rendition.ts'
import { blobPrefix, stagingPrefix } from './file.ts'

/** All blobs with one key prefix. A blob belongs to a row or to a running upload, or is an orphan. */
export interface BlobNamespace {
  readonly prefix: string
  /** Returns those keys that have a row, or whose id an upload has reserved. */
  owned(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Removes a blob without a row. False if an upload has reserved or stored its id meanwhile. */
  removeOrphan(key: string): Promise<boolean>
}

type NamespacePorts = Pick<Ports, 'files' | 'renditions' | 'blobs' | 'clock'>
type IdsOf = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** All namespaces of the media service. */
export const blobNamespaces = (
  ports: NamespacePorts,
): Record<'files' | 'renditions' | 'staging', BlobNamespace> => ({
  files: uploadNamespace(ports, blobPrefix, ports.files.existing),
  // Rendition keys are never reused, so a removal needs no reservation.
  renditions: {
    prefix: renditionPrefix,
    owned: ports.renditions.existing,
    removeOrphan: async (key) => {
      await ports.blobs.remove(key)
      return true
    },
  },
  // Staging blobs never have a row.
  staging: uploadNamespace(ports, stagingPrefix, async () => new Set()),
})

/** Keys end with the file id. So an import that repeats an upload with a chosen id reuses the key. */
function uploadNamespace(
  { files, blobs, clock }: NamespacePorts,
  prefix: string,
  withRow: IdsOf,
): BlobNamespace {
  const idOf = (key: string) => key.slice(prefix.length)
  return {
    prefix,
    owned: async (keys) => {
      const ids = keys.map(idOf)
      const [reserved, stored] = [await files.reserved(ids, clock()), await withRow(ids)]
      return new Set(keys.filter((key) => reserved.has(idOf(key)) || stored.has(idOf(key))))
    },
    // Reserves the id, so that no upload with this id starts between the check and the removal.
    removeOrphan: async (key) => {
      const id = idOf(key)
      const state = isUuid(id) ? await files.reserveId(id, clock()) : 'deleted'
      if (state === 'reserved' || (await withRow([id])).has(id)) return false
      try {
        await blobs.remove(key)
      } finally {
        if (state === 'free') await files.releaseId(id)
      }
      return true
    },
  }
}
