/** Cached manifests, which are large. */
import { dirname, join } from 'node:path'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { StoredGeneration } from '../../core/ports.ts'
import { activeFolder, type Finished, finishedIn, listed, readManifest, shelfOf, showable } from './shelf.ts'

export interface FinishedGenerations {
  of(folder: string): Promise<Finished | undefined>
  shown(outputDir: string): Promise<readonly (StoredGeneration & { readonly folder: string })[]>
  remember(folder: string, made: Finished): void
  /** Drops the cached manifest. */
  forget(folder: string): void
  forgetAll(shelf: string, but: string): void
}

export function finishedGenerations(root: string): FinishedGenerations {
  const known = new Map<string, Finished>()
  const told = new Map<string, Finished['about']>()

  async function aboutOf(folder: string): Promise<Finished['about'] | undefined> {
    const about = told.get(folder) ?? (known.get(folder) ?? (await readManifest(folder)))?.about
    if (about) told.set(folder, about)
    return about
  }

  return {
    async of(folder) {
      const found = known.get(folder) ?? (await readManifest(folder))
      if (found) known.set(folder, found)
      return found
    },
    async shown(outputDir) {
      const shelf = shelfOf(root, safePath(outputDir))
      const live = await activeFolder(root, outputDir)
      const folders = finishedIn(await listed(shelf)).map((name) => join(shelf, name))
      for (const folder of told.keys())
        if (dirname(folder) === shelf && !folders.includes(folder)) told.delete(folder)
      const kept: (StoredGeneration & { readonly folder: string })[] = []
      for (const folder of showable(folders, live)) {
        const about = await aboutOf(folder)
        if (about) kept.push({ ...about, folder, isLive: folder === live })
      }
      return kept
    },
    remember: (folder, made) => void known.set(folder, made),
    forget: (folder) => void known.delete(folder),
    forgetAll(shelf, but) {
      for (const folder of known.keys()) if (dirname(folder) === shelf && folder !== but) known.delete(folder)
    },
  }
}
