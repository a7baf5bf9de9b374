import { blobKey } from '../../src/core/files/file.ts'
import type { BlobLedger, FileStore, StoredBlob } from '../../src/core/ports.ts'
import type { RenditionStore } from '../../src/core/renditions/ports.ts'

/** In-memory ledger for tests. Each call reads all files of `files`. */
export function memoryBlobLedger({
  files,
  renditions,
}: {
  files: FileStore
  renditions: RenditionStore
}): BlobLedger {
  const all = async () => (await files.list({ offset: 0 })).items
  return {
    filesAfter: async (after, limit) =>
      page(
        (await all()).map(({ id, filename, size, digest }) => ({
          key: blobKey(id),
          fileId: id,
          filename,
          size,
          digest,
        })),
        after,
        limit,
      ),
    renditionsAfter: async (after, limit) => {
      const byFile = await renditions.of((await all()).map(({ id }) => id))
      return page(
        [...byFile.values()]
          .flat()
          .map(({ key, fileId, filename, size, digest }) => ({ key, fileId, filename, size, digest })),
        after,
        limit,
      )
    },
  }
}

const page = (
  blobs: readonly StoredBlob[],
  after: StoredBlob | undefined,
  limit: number,
): readonly StoredBlob[] =>
  blobs
    .filter(({ key }) => key > (after?.key ?? ''))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limit)
