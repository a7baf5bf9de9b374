import { basename, dirname } from 'node:path'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { StoredGeneration } from '../../core/ports.ts'
import { type Release, readManifest } from './manifest-file.ts'
import { activeFolder, listed, releasesIn, releasesOf, showable } from './release-layout.ts'

/**
 * Caches manifests by release directory. The file lists of old releases can be dropped, because they are
 * large.
 */
export class ManifestCache {
  readonly #root: string
  readonly #cached = new Map<
    string,
    { readonly about: Release['about']; readonly files?: Release['files'] }
  >()

  constructor(root: string) {
    this.#root = root
  }

  async get(folder: string): Promise<Release | undefined> {
    const { about, files } = this.#cached.get(folder) ?? {}
    if (about && files) return { about, files }
    const found = await readManifest(folder)
    if (found) this.#cached.set(folder, found)
    return found
  }

  set(folder: string, release: Release): void {
    this.#cached.set(folder, release)
  }

  dropFiles(folder: string): void {
    const found = this.#cached.get(folder)
    if (found) this.#cached.set(folder, { about: found.about })
  }

  dropFilesOfOthers(releases: string, but: string): void {
    for (const folder of this.#cached.keys())
      if (dirname(folder) === releases && folder !== but) this.dropFiles(folder)
  }

  /** The releases that can be activated for the output. */
  async shown(outputDir: string): Promise<readonly (StoredGeneration & { readonly folder: string })[]> {
    const releases = releasesOf(this.#root, safePath(outputDir))
    const live = await activeFolder(this.#root, outputDir)
    const entries = await listed(releases)
    const names = new Set(entries.map(({ name }) => name))
    for (const folder of this.#cached.keys())
      if (dirname(folder) === releases && !names.has(basename(folder))) this.#cached.delete(folder)
    const shown: (StoredGeneration & { readonly folder: string })[] = []
    for (const folder of showable(releasesIn(releases, entries), live)) {
      const { about } = this.#cached.get(folder) ?? (await this.#readAbout(folder)) ?? {}
      if (about) shown.push({ ...about, folder, isLive: folder === live })
    }
    return shown
  }

  async #readAbout(folder: string): Promise<Pick<Release, 'about'> | undefined> {
    const found = await readManifest(folder)
    if (found) this.#cached.set(folder, { about: found.about })
    return found
  }
}
