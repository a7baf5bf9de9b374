import { isUuid } from '@typecase/kernel'
import type { Ports } from '../ports.ts'
import { renditionPrefix } from '../renditions/rendition.ts'
import { blobPrefix, stagingPrefix } from './file.ts'

/** A prefix of blobs that belong to rows or to running uploads. */
export interface BlobNamespace {
  readonly prefix: string
  /** Returns the keys with a row or with an id that an upload has reserved. */
  owned(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Removes a blob without a row; false if an upload has reserved its id meanwhile. */
  removeOrphan(key: string): Promise<boolean>
}

type NamespacePorts = Pick<Ports, 'files' | 'renditions' | 'blobs' | 'clock'>
type IdsOf = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** All prefixes of media. */
export const blobNamespaces = (
  ports: NamespacePorts,
): Record<'files' | 'renditions' | 'staging', BlobNamespace> => ({
  files: uploadNamespace(ports, blobPrefix, ports.files.existing),
  // Rendition keys are never reused.
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

/** Keys are file ids. An import that repeats an upload with a chosen id reuses its key. */
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
    // The reservation prevents uploads between the check and the removal.
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
