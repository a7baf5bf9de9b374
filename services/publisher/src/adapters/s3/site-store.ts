/**
 * Stores each file as an object named by its content, a manifest per release, and a pointer per output, which
 * names the live release. A build replaces the pointer last (packages/contracts/src/published-site.ts).
 */
import { liveGeneration, type SiteObjects, type SitePointer } from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import { Manifest } from '../../core/pages/manifest.ts'
import {
  type Contribution,
  keptGenerations,
  type SiteStore,
  type StagedRelease,
  type StageRequest,
  type Staging,
  type StoredGeneration,
} from '../../core/ports.ts'
import { GarbageCollector, type GarbageOptions } from './garbage.ts'
import { Manifests } from './manifests.ts'
import { Pointers } from './pointers.ts'
import { S3Staging, s3Contribution } from './staging.ts'
import { ObjectUploads } from './uploads.ts'

export class S3SiteStore implements SiteStore {
  readonly #blobs: BlobStore
  readonly #pointers: Pointers
  readonly #manifests: Manifests
  readonly #garbage: GarbageCollector

  constructor(blobs: BlobStore, options: GarbageOptions) {
    this.#blobs = blobs
    this.#pointers = new Pointers(blobs)
    this.#manifests = new Manifests(blobs)
    this.#garbage = new GarbageCollector(blobs, options)
  }

  async current(outputDir: string): Promise<Manifest | undefined> {
    const pointer = await this.#pointers.read(safePath(outputDir))
    if (!pointer) return undefined
    const files = await this.#filesOf(pointer)
    return Manifest.fromLists(
      [...files.keys()],
      Array.from(files.values(), ({ source }) => source),
    )
  }

  async shown(outputDir: string): Promise<string | undefined> {
    return (await this.#pointers.read(safePath(outputDir)))?.live
  }

  async refuseOverlap(outputDir: string): Promise<void> {
    await this.#pointers.refuseOverlap(safePath(outputDir))
  }

  warmUp(): void {
    // Needs no preparation, because manifests are cached.
  }

  async begin({ outputDir }: StagedRelease): Promise<void> {
    await this.#garbage.end()
    await this.#pointers.refuseOverlap(safePath(outputDir))
  }

  async abandon(): Promise<void> {
    // Leaves the stored objects to the garbage collector.
  }

  async stage(request: StageRequest): Promise<Staging> {
    const { outputDir, files, renew } = request
    for (const path of files.paths) safePath(path)
    await this.#garbage.end()
    await this.#pointers.refuseOverlap(safePath(outputDir))
    const pointer = await this.#pointers.read(outputDir)
    const current = await this.#filesOf(pointer)
    return new S3Staging({
      files,
      renew,
      current,
      uploads: new ObjectUploads(this.#blobs, outputDir, this.#manifests.objectsOf(current)),
      activate: (release) => this.#activateStaged(request, release, pointer),
    })
  }

  async contribute({ outputDir, token }: StagedRelease): Promise<Contribution> {
    const current = await this.#filesOf(await this.#pointers.read(safePath(outputDir), token))
    return s3Contribution(new ObjectUploads(this.#blobs, outputDir, this.#manifests.objectsOf(current)))
  }

  async generations(outputDir: string): Promise<readonly StoredGeneration[]> {
    const pointer = await this.#pointers.read(safePath(outputDir))
    return pointer?.generations.map((generation) => toStored(generation, pointer.live)) ?? []
  }

  async activate(
    outputDir: string,
    generationId: string,
    token: number,
  ): Promise<StoredGeneration | undefined> {
    const isWanted = ({ id }: { readonly id: string }) => id === generationId
    const pointer = await this.#pointers.change(safePath(outputDir), token, (former) =>
      former?.generations.some(isWanted) ? { ...former, live: generationId } : undefined,
    )
    const wanted = pointer?.generations.find(isWanted)
    return wanted && toStored(wanted, generationId)
  }

  close(): Promise<void> {
    return this.#garbage.end()
  }

  async #activateStaged(
    { outputDir, generationId: id, trigger, pages, token }: StageRequest,
    files: SiteObjects,
    before: SitePointer | undefined,
  ): Promise<void> {
    const former = trigger === 'manual' || !before ? undefined : liveGeneration(before)
    const manifest = await this.#manifests.put(outputDir, files, former)
    const generation = { id, trigger, pages, at: new Date().toISOString(), ...manifest }
    await this.#pointers.change(outputDir, token, (former) => {
      const others = former?.generations.filter((one) => one.id !== id) ?? []
      return { outputDir, live: id, generations: [generation, ...others].slice(0, keptGenerations) }
    })
    this.#garbage.begin(outputDir, () => this.#neededKeys(outputDir))
  }

  async #neededKeys(outputDir: string): Promise<ReadonlySet<string>> {
    const pointer = await this.#pointers.read(outputDir)
    return this.#manifests.keysOf(outputDir, pointer?.generations ?? [])
  }

  /** The files of the live release. */
  async #filesOf(pointer: SitePointer | undefined): Promise<SiteObjects> {
    return pointer ? this.#manifests.filesOf(pointer.outputDir, liveGeneration(pointer)) : new Map()
  }
}

const toStored = (
  { id, trigger, pages, at }: SitePointer['generations'][number],
  live: string,
): StoredGeneration => ({ id, trigger, pages, isLive: id === live, at: new Date(at) })
