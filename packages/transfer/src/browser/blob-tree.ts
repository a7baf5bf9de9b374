/** A tree of the files that a user has chosen in a browser. */
import { chunksOf } from '../bytes.ts'
import { TransferError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { shown } from '../source/safe-path.ts'
import { type Tree, tooLarge } from '../source/tree.ts'

export function blobTree(blobs: ReadonlyMap<string, Blob>, limits: Limits): Tree {
  const blobOf = (path: string): Blob => {
    const blob = blobs.get(path)
    if (!blob) throw new TransferError('NOT_FOUND', `${shown(path)} does not exist`)
    return blob
  }
  return {
    files: [...blobs]
      .map(([path, { size }]) => ({ path, bytes: size }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    has: (path) => blobs.has(path),
    async read(path, limit = limits.textBytes) {
      const blob = blobOf(path)
      if (blob.size > limit) throw tooLarge(path, limit)
      return new Uint8Array(await blob.arrayBuffer())
    },
    open: async (path) => chunksOf(blobOf(path).stream()),
    close: async () => undefined,
  }
}
