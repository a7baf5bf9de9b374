/** Removes old releases between other writes. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from './disk.ts'
import { absent } from './error-code.ts'
import { discardedName, manifestOf } from './release-layout.ts'

/** Removals per disk operation (about four milliseconds), so that other operations can run in between. */
const removalsAtOnce = 100

export class GarbageCollector {
  readonly #disk: Disk
  readonly #idle: () => Promise<unknown>
  #removing: Promise<void> = Promise.resolve()
  /** Makes names of renamed directories unique. */
  #discarded = 0

  /** `idle` resolves when no build needs the disk. */
  constructor(disk: Disk, idle: () => Promise<unknown>) {
    this.#disk = disk
    this.#idle = idle
  }

  /** Renames directories so that no process finds them, then removes them in the background. */
  async discard(releases: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const folder = join(releases, name)
      const discarded = join(releases, `${discardedName(name)}-${++this.#discarded}`)
      // A manifest without its directory is ignored.
      await rename(folder, discarded).catch(absent)
      this.remove([manifestOf(folder), discarded])
    }
  }

  /** Removes paths in the background. The cleanup of leftovers retries failed removals. */
  remove(paths: readonly string[]): void {
    for (const path of paths)
      this.#removing = this.#removing.then(() => this.#remove(path)).catch(() => undefined)
  }

  async #remove(path: string): Promise<void> {
    let isGone = false
    while (!isGone) {
      await this.#idle()
      isGone = await this.#disk.prune({ path, most: removalsAtOnce })
    }
  }
}
