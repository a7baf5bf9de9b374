import type { Ports } from '../ports.ts'
import { blobPrefix, stagingPrefix } from './file.ts'

/** Milliseconds after which a blob without a row belongs to no running upload. */
export const abandonedAfterMs = 60 * 60_000
const batch = 500

/**
 * Removes what broken uploads and deletions left: what was not written to its end, staging, and blobs without a row, an hour
 * old or more. Answers how many.
 * Never touches a file that has a row.
 */
export const sweepBlobs =
  ({ blobs, files, clock }: Pick<Ports, 'blobs' | 'files' | 'clock'>) =>
  async (): Promise<number> => {
    const before = clock().getTime() - abandonedAfterMs
    let removed = await blobs.removeUnfinished(new Date(before))
    async function remove(keys: readonly string[]): Promise<void> {
      for (const key of keys) await blobs.remove(key)
      removed += keys.length
    }
    async function removeOrphans(keys: readonly string[]): Promise<void> {
      const kept = await files.existing(keys.map((key) => key.slice(blobPrefix.length)))
      await remove(keys.filter((key) => !kept.has(key.slice(blobPrefix.length))))
    }
    for await (const keys of batches(old(blobs.list(stagingPrefix), before))) await remove(keys)
    for await (const keys of batches(old(blobs.list(blobPrefix), before))) await removeOrphans(keys)
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
