import type { Ports } from '../ports.ts'
import { renditionPrefix, renditionsOf } from './rendition.ts'

/** Milliseconds after which a blob without a row belongs to no rendering under way. */
const abandonedAfterMs = 60 * 60_000
const batch = 500

/** A file was deleted, and its rows with it: removes the bytes of its renditions. */
export const removeRenditions =
  ({ blobs }: Pick<Ports, 'blobs'>) =>
  async (fileId: string): Promise<void> => {
    for await (const { key } of blobs.list(renditionsOf(fileId))) await blobs.remove(key)
  }

/** Removes what tries that failed left: blobs without a row, an hour old or more. Answers how many. */
export const sweepRenditions =
  ({ blobs, renditions, clock }: Pick<Ports, 'blobs' | 'renditions' | 'clock'>) =>
  async (): Promise<number> => {
    const before = clock().getTime() - abandonedAfterMs
    let removed = 0
    let keys: string[] = []
    async function removeOrphans(): Promise<void> {
      const kept = await renditions.existing(keys)
      const orphans = keys.filter((key) => !kept.has(key))
      for (const key of orphans) await blobs.remove(key)
      removed += orphans.length
      keys = []
    }
    for await (const { key, changedAt } of blobs.list(renditionPrefix)) {
      if (changedAt.getTime() < before) keys.push(key)
      if (keys.length >= batch) await removeOrphans()
    }
    await removeOrphans()
    return removed
  }
