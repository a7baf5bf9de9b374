import type { BlobStore } from '@typecase/runtime/blobs'
import type { ThemeFiles } from '../../core/ports.ts'

/** File contents in a blob store, below `themes/`. The key is the hash, so equal files are stored once. */
export function blobThemeFiles(blobs: BlobStore): ThemeFiles {
  const keyOf = (sha256: string) => `themes/${sha256.slice(0, 2)}/${sha256}`
  return {
    put: async (sha256, bytes) => {
      const key = keyOf(sha256)
      if (!(await blobs.stat(key))) await blobs.put(key, bytes, { contentType: 'application/octet-stream' })
    },
    read: async function* (sha256) {
      const found = await blobs.get(keyOf(sha256))
      if (!found) throw new Error(`the contents ${sha256} of a theme are not in the blob store`)
      yield* found.stream as AsyncIterable<Uint8Array>
    },
    delete: (sha256) => blobs.delete(keyOf(sha256)),
  }
}
