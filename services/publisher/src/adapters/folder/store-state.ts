import type { HtmlBuffers } from '@typecase/theme-engine'
import { type DiskThread, diskThread } from './disk.ts'
import { FileSystemSync } from './file-system-sync.ts'
import { GarbageCollector } from './garbage.ts'
import { ManifestCache } from './manifest-cache.ts'
import { ManifestWriter } from './manifest-file.ts'

export class StoreState {
  readonly root: string
  readonly disk: DiskThread
  readonly fileSystem: FileSystemSync
  readonly garbage: GarbageCollector
  readonly manifests: ManifestCache
  readonly manifestWriter = new ManifestWriter()
  /** One promise per release that is being staged; it resolves when the staging ends. */
  readonly staging = new Set<Promise<void>>()
  /** The previously active release, by releases directory: some readers still use it. */
  readonly formers = new Map<string, string>()
  /** Resolves when pre-staging (copying the newest release for the next build) has ended. */
  preStaging: Promise<void> = Promise.resolve()
  /** Aborts `preStaging`. */
  superseded = new AbortController()
  readingAhead: Promise<void> = Promise.resolve()
  switching: Promise<void> = Promise.resolve()

  constructor(root: string, buffers?: HtmlBuffers) {
    this.root = root
    this.disk = diskThread(buffers)
    this.fileSystem = new FileSystemSync(root)
    this.manifests = new ManifestCache(root)
    this.garbage = new GarbageCollector(this.disk, async () => {
      await Promise.all(this.staging)
      await this.preStaging
    })
  }
}
