import { sitePlaces } from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'
import { inParallel } from '../../core/pages/in-parallel.ts'

const atOnce = 8
/** The next generation waits for a collection. */
const most = 1_000
/** Longer than any upload. */
const unfinishedMs = 24 * 3_600_000

/** Removes objects stored before `before` that no release needs; returns whether that was all. */
export async function sweepObjects(
  blobs: BlobStore,
  outputDir: string,
  needed: ReadonlySet<string>,
  before: Date,
): Promise<boolean> {
  await blobs.removeUnfinished(new Date(Date.now() - unfinishedMs))
  const spare: string[] = []
  for await (const { key, modifiedAt } of blobs.list(sitePlaces(outputDir).all)) {
    if (needed.has(key) || modifiedAt >= before) continue
    if (spare.length === most) break
    spare.push(key)
  }
  await inParallel(spare, atOnce, async (key) => {
    const found = await blobs.stat(key)
    if (found && found.modifiedAt < before) await blobs.delete(key)
  })
  return spare.length < most
}
