/** Takes away what a shelf needs no more, in turns with whoever else writes: 16,000 files take half a second. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from './disk.ts'
import { absent, deadName, manifestOf } from './shelf.ts'

/** Files and folders that are removed before somebody else has a turn: some four milliseconds. */
const portion = 100

export interface Broom {
  /** Moves folders out of the way, with their manifests: once it answers nobody finds them under their names. They are removed behind that. */
  putAside(shelf: string, names: readonly string[]): Promise<void>
  /** Removes files and folders behind that. What can't be removed is found and tried again as what dead processes left. */
  sweep(paths: readonly string[]): void
}

/** `calm` is waited for before each portion: what somebody waits for comes first. */
export function broom(disk: Disk, calm: () => Promise<unknown>): Broom {
  let sweeping: Promise<void> = Promise.resolve()
  /** Folders moved so far: one of the same name may still be there. */
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
    // What can't be removed protects nothing behind it.
    for (const path of paths) sweeping = sweeping.then(() => swept(path)).catch(() => undefined)
  }

  return {
    sweep,
    async putAside(shelf, names) {
      for (const name of names) {
        const [folder, dead] = [join(shelf, name), join(shelf, `${deadName(name)}-${++aside}`)]
        // Without its folder a manifest is none.
        await rename(folder, dead).catch(absent)
        sweep([manifestOf(folder), dead])
      }
    },
  }
}
