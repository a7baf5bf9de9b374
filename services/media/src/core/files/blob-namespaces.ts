import type { Ports } from '../ports.ts'
import { renditionPrefix } from '../renditions/rendition.ts'
import { blobPrefix, stagingPrefix } from './file.ts'

/** A prefix of blobs that belong to rows. */
export interface BlobNamespace {
  readonly prefix: string
  /** The keys among these that have a row. */
  owned(keys: readonly string[]): Promise<ReadonlySet<string>>
}

/** All prefixes of media. Blobs in staging never have a row. */
export const blobNamespaces = ({
  files,
  renditions,
}: Pick<Ports, 'files' | 'renditions'>): Record<'files' | 'renditions' | 'staging', BlobNamespace> => ({
  files: {
    prefix: blobPrefix,
    owned: async (keys) => {
      const ids = await files.existing(keys.map((key) => key.slice(blobPrefix.length)))
      return new Set(keys.filter((key) => ids.has(key.slice(blobPrefix.length))))
    },
  },
  renditions: { prefix: renditionPrefix, owned: renditions.existing },
  staging: { prefix: stagingPrefix, owned: async () => new Set() },
})
