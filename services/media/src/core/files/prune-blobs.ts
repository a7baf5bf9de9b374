import type { Ports } from '../ports.ts'
import { type BlobNamespace, blobNamespaces } from './blob-namespaces.ts'

/**
 * Minimum age in milliseconds of a blob without a row. Younger blobs may belong to a running upload or
 * rendering.
 */
export const abandonedAfterMs = 60 * 60_000

const batch = 500

/**
 * Removes blobs that interrupted uploads, renderings and deletions left, once they are at least an hour old.
 * Never removes a blob that has a row, or whose id an upload has reserved. Returns the number of removed
 * blobs.
 */
export const pruneBlobs =
  (ports: Pick<Ports, 'blobs' | 'files' | 'renditions' | 'clock'>) => async (): Promise<number> => {
    const { blobs, clock } = ports
    const before = clock().getTime() - abandonedAfterMs
    let removed = await blobs.removeUnfinished(new Date(before))
    async function prune({ prefix, owned, removeOrphan }: BlobNamespace): Promise<void> {
      for await (const keys of batches(old(blobs.list(prefix), before))) {
        const ownedKeys = await owned(keys)
        for (const key of keys) if (!ownedKeys.has(key) && (await removeOrphan(key))) removed += 1
      }
    }
    for (const namespace of Object.values(blobNamespaces(ports))) await prune(namespace)
    return removed
  }

async function* old(blobs: ReturnType<Ports['blobs']['list']>, before: number): AsyncIterable<string> {
  for await (const { key, changedAt } of blobs) if (changedAt.getTime() < before) yield key
}

async function* batches(keys: AsyncIterable<string>): AsyncIterable<string[]> {
  let some: string[] = []
  for await (const key of keys) {
    some.push(key)
    if (some.length < batch) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
