/** Removes old releases between other writes. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from './disk.ts'
import { absent, deadName, manifestOf } from './shelf.ts'

/** Removals before other jobs run: about four milliseconds. */
const portion = 100

export interface Broom {
  /** Renames directories so that no process finds them, then removes them in the background. */
  putAside(shelf: string, names: readonly string[]): Promise<void>
  /** Removes paths in the background; failures are retried when leftovers are collected. */
  sweep(paths: readonly string[]): void
}

/** `calm` resolves when no build is waiting for the disk. */
export function broom(disk: Disk, calm: () => Promise<unknown>): Broom {
  let sweeping: Promise<void> = Promise.resolve()
  /** Makes names of renamed directories unique. */
  let aside = 0

  async function swept(path: string): Promise<void> {
    let isLeft = true
    while (isLeft) {
      await calm()
      const answer = await disk.run({ do: 'sweep', path, most: portion })
      isLeft = answer.isLeft
    }
  }

  function sweep(paths: readonly string[]): void {
    for (const path of paths) sweeping = sweeping.then(() => swept(path)).catch(() => undefined)
  }

  return {
    sweep,
    async putAside(shelf, names) {
      for (const name of names) {
        const [folder, dead] = [join(shelf, name), join(shelf, `${deadName(name)}-${++aside}`)]
        // A manifest without its directory is ignored.
        await rename(folder, dead).catch(absent)
        sweep([manifestOf(folder), dead])
      }
    },
  }
}
