import type { Ports } from '../ports.ts'
import { type Shelf, shelves } from './shelves.ts'

/** Milliseconds after which a blob without a row belongs to no upload and no rendering under way. */
export const abandonedAfterMs = 60 * 60_000

const batch = 500

/**
 * Removes what broken uploads, renderings and deletions left: what was not written to its end, and blobs without a row, an
 * hour old or more. Answers how many.
 * Never touches what has a row.
 */
export const sweepBlobs =
  (ports: Pick<Ports, 'blobs' | 'files' | 'renditions' | 'clock'>) => async (): Promise<number> => {
    const { blobs, clock } = ports
    const before = clock().getTime() - abandonedAfterMs
    let removed = await blobs.removeUnfinished(new Date(before))
    async function sweep({ prefix, owned }: Shelf): Promise<void> {
      for await (const keys of batches(old(blobs.list(prefix), before))) {
        const kept = await owned(keys)
        const orphans = keys.filter((key) => !kept.has(key))
        for (const key of orphans) await blobs.remove(key)
        removed += orphans.length
      }
    }
    for (const shelf of Object.values(shelves(ports))) await sweep(shelf)
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
