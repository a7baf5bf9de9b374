import type { HtmlBuffers } from '@typecase/theme-engine'
import type { Manifest } from '../../core/pages/manifest.ts'
import { type DiskThread, diskThread } from './disk.ts'
import { FileSystemSync } from './file-system-sync.ts'
import { GarbageCollector } from './garbage.ts'
import { ManifestCache } from './manifest-cache.ts'
import { ManifestWriter, type Release } from './manifest-file.ts'

export interface StartedRelease {
  readonly folder: string
  /** Files in the directory. */
  readonly present: Manifest
  /** The release whose files the directory has; undefined for an empty directory. */
  readonly about: Release['about'] | undefined
}

export interface BegunRelease {
  readonly started: StartedRelease
  /** Ends the staging. */
  readonly end: () => void
}

export class StoreState {
  readonly root: string
  readonly disk: DiskThread
  readonly fileSystem: FileSystemSync
  readonly garbage: GarbageCollector
  readonly manifests: ManifestCache
  readonly manifestWriter = new ManifestWriter()
  /** One promise per release that is being staged; it resolves when the staging ends. */
  readonly staging = new Set<Promise<void>>()
  /** Releases that were begun and not staged yet, by directory. */
  readonly begun = new Map<string, BegunRelease>()
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
