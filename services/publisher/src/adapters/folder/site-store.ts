/**
 * Sites in folders. `SITE_ROOT/{outputDir}` is a symbolic link to one of `SITE_ROOT/.generations/{key}/`. A rename switches
 * it, so a reader sees the old site or the new one. Releases share unchanged files by hard links, and a release that is too
 * old to be shown becomes the next one, so a change costs no more than what it changes. Changed files are durable before
 * the switch: a site that was served is served after a power cut.
 */
import type { HtmlBuffers } from '@typecase/theme-engine'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { SiteStore, StoredGeneration } from '../../core/ports.ts'
import { switchTo } from './activate-release.ts'
import { readAhead } from './begin-release.ts'
import { activeFolder, generationOf, refuseOverlap, shelfOf } from './shelf.ts'
import { stageRelease } from './stage-release.ts'
import { openStore, type StoreState } from './store-state.ts'

export interface FolderSiteStore extends SiteStore {
  close(): Promise<void>
}

/** `buffers` get back the memory of HTML that came in them. */
export function folderSiteStore(root: string, buffers?: HtmlBuffers): FolderSiteStore {
  const store = openStore(root, buffers)
  return {
    async current(outputDir) {
      const folder = await activeFolder(root, safePath(outputDir))
      return folder === undefined ? undefined : (await store.finished.of(folder))?.files
    },
    refuseOverlap: (outputDir) => refuseOverlap(root, safePath(outputDir)),
    async shown(outputDir) {
      const folder = await activeFolder(root, safePath(outputDir))
      return folder && generationOf(folder)
    },
    warmUp(outputDir) {
      store.disk.begin()
      store.readingAhead = store.readingAhead.then(() => readAhead(store, outputDir)).catch(() => undefined)
    },
    stage: (request) => stageRelease(store, request),
    async generations(outputDir) {
      return (await store.finished.shown(outputDir)).map(({ folder: _, ...generation }) => generation)
    },
    activate: (outputDir, generationId, token) => activateStored(store, outputDir, generationId, token),
    close: () => store.disk.close(),
  }
}

/** Shows a stored release again. */
async function activateStored(
  store: StoreState,
  ...[outputDir, generationId, token]: Parameters<SiteStore['activate']>
): Promise<StoredGeneration | undefined> {
  const all = await store.finished.shown(outputDir)
  const wanted = all.find(({ id }) => id === generationId)
  if (!wanted) return undefined
  const { folder, ...generation } = wanted
  const shelf = shelfOf(store.root, outputDir)
  await switchTo(store, { outputDir, shelf, token, folder })
  const former = all.find(({ isLive }) => isLive)
  if (former && former.folder !== folder) store.formers.set(shelf, former.folder)
  return { ...generation, isLive: true }
}
