/**
 * Stores sites in folders. `SITE_ROOT/{outputDir}` links to a release in `SITE_ROOT/.generations/{key}/`; a
 * rename replaces the link. Releases share unchanged files by hard links. Files are durable before a switch.
 */
import type { HtmlBuffers } from '@typecase/theme-engine'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { SiteStore, StoredGeneration } from '../../core/ports.ts'
import { switchTo } from './activate-release.ts'
import { contribute } from './contribute.ts'
import { activeFolder, generationOf, refuseOverlap, releasesOf } from './release-layout.ts'
import { abandonStaging, beginStaging, stageRelease } from './stage-release.ts'
import { readAhead } from './start-release.ts'
import { StoreState } from './store-state.ts'

export interface FolderSiteStore extends SiteStore {
  close(): Promise<void>
}

export function folderSiteStore(root: string, buffers?: HtmlBuffers): FolderSiteStore {
  const store = new StoreState(root, buffers)
  return {
    async current(outputDir) {
      const folder = await activeFolder(root, safePath(outputDir))
      return folder === undefined ? undefined : (await store.manifests.get(folder))?.files
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
    begin: (release) => beginStaging(store, release),
    abandon: (release) => abandonStaging(store, release),
    stage: (request) => stageRelease(store, request),
    contribute: (to) => contribute(store, to),
    async generations(outputDir) {
      return (await store.manifests.shown(outputDir)).map(({ folder: _, ...generation }) => generation)
    },
    activate: (outputDir, generationId, token) => activateStored(store, outputDir, generationId, token),
    async close() {
      store.fileSystem.close()
      // Waits for a running switch, because the output may be absent between its steps.
      await store.switching
      await store.disk.close()
    },
  }
}

async function activateStored(
  store: StoreState,
  ...[outputDir, generationId, token]: Parameters<SiteStore['activate']>
): Promise<StoredGeneration | undefined> {
  const all = await store.manifests.shown(outputDir)
  const wanted = all.find(({ id }) => id === generationId)
  if (!wanted) return undefined
  const { folder, ...generation } = wanted
  const releases = releasesOf(store.root, outputDir)
  await switchTo(store, outputDir, { releases, token, folder })
  const former = all.find(({ isLive }) => isLive)
  if (former && former.folder !== folder) store.formers.set(releases, former.folder)
  return { ...generation, isLive: true }
}
