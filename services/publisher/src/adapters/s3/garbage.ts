import { sitePlaces } from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'
import { inParallel } from '../../core/pages/in-parallel.ts'

const atOnce = 8
/** Maximum objects per collection. Limited, because the next release waits for the collection. */
const most = 1_000
/** Age in milliseconds at which an unfinished upload is removed: longer than any upload takes. */
const unfinishedMs = 24 * 3_600_000

export interface GarbageOptions {
  readonly onGarbageFailed: (error: unknown) => void
  /** Minimum age in milliseconds of unneeded objects that are removed; default one hour. */
  readonly garbageMs?: number
  /** Milliseconds between collections; default 15 minutes. */
  readonly collectEveryMs?: number
}

/** Removes objects that no release needs. */
export class GarbageCollector {
  readonly #blobs: BlobStore
  readonly #options: GarbageOptions
  readonly #collectedAt = new Map<string, number>()
  #collecting: Promise<void> = Promise.resolve()

  constructor(blobs: BlobStore, options: GarbageOptions) {
    this.#blobs = blobs
    this.#options = options
  }

  /** Starts a collection when one is due. `needed` returns every key that a release needs. */
  begin(outputDir: string, needed: () => Promise<ReadonlySet<string>>): void {
    const { collectEveryMs = 900_000, onGarbageFailed } = this.#options
    if (Date.now() - (this.#collectedAt.get(outputDir) ?? 0) < collectEveryMs) return
    this.#collectedAt.set(outputDir, Date.now())
    this.#collecting = this.#collect(outputDir, needed).catch(onGarbageFailed)
  }

  end(): Promise<void> {
    return this.#collecting
  }

  async #collect(outputDir: string, needed: () => Promise<ReadonlySet<string>>): Promise<void> {
    const before = new Date(Date.now() - (this.#options.garbageMs ?? 3_600_000))
    const count = await this.#removeOlder(outputDir, await needed(), before)
    if (count === most) this.#collectedAt.delete(outputDir)
  }

  async #removeOlder(outputDir: string, needed: ReadonlySet<string>, before: Date): Promise<number> {
    const blobs = this.#blobs
    await blobs.removeUnfinished(new Date(Date.now() - unfinishedMs))
    const garbage: string[] = []
    for await (const { key, modifiedAt } of blobs.list(sitePlaces(outputDir).all)) {
      if (needed.has(key) || modifiedAt >= before) continue
      garbage.push(key)
      if (garbage.length === most) break
    }
    await inParallel(garbage, atOnce, async (key) => {
      const found = await blobs.stat(key)
      if (found && found.modifiedAt < before) await blobs.delete(key)
    })
    return garbage.length
  }
}
