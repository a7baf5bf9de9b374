import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { ChangeSet } from '../../core/pages/change-set.ts'
import { Manifest } from '../../core/pages/manifest.ts'
import type { StagedRelease, StageRequest, Staging } from '../../core/ports.ts'
import { activateRelease } from './activate-release.ts'
import { compareFiles, type Difference, fromChanges } from './compare-release.ts'
import { isSameRelease, type Release } from './manifest-file.ts'
import { activeFolder, refuseOverlap, releaseName, releasesOf, stagingName } from './release-layout.ts'
import { FolderStaging } from './staging.ts'
import { beginRelease } from './start-release.ts'
import type { StartedRelease, StoreState } from './store-state.ts'

/** Lets other publishers write into a release before it is staged. */
export async function beginStaging(store: StoreState, release: StagedRelease): Promise<void> {
  const { outputDir, generationId, token } = release
  const end = openStaging(store)
  try {
    const active = await activeOf(store, outputDir)
    const releases = releasesOf(store.root, outputDir)
    await mkdir(releases, { recursive: true })
    const newRelease = { releases, generationId: safePath(generationId), token, active, isRenewed: true }
    store.begun.set(folderOf(store, release), { started: await beginRelease(store, newRelease), end })
  } catch (error) {
    end()
    throw error
  }
}

export async function abandonStaging(store: StoreState, release: StagedRelease): Promise<void> {
  const folder = folderOf(store, release)
  const begun = store.begun.get(folder)
  if (!begun) return
  store.begun.delete(folder)
  begun.end()
  await store.garbage.discard(releasesOf(store.root, release.outputDir), [basename(folder)])
}

/** Stages a release. The garbage collector waits until no release is being staged. */
export async function stageRelease(store: StoreState, request: StageRequest): Promise<Staging> {
  const end = store.begun.get(folderOf(store, request))?.end ?? openStaging(store)
  try {
    return await stage(store, request, end)
  } catch (error) {
    end()
    throw error
  }
}

function openStaging(store: StoreState): () => void {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  store.staging.add(ended)
  void ended.then(() => store.staging.delete(ended))
  return end
}

const folderOf = ({ root }: StoreState, { outputDir, generationId, token }: StagedRelease): string =>
  join(releasesOf(root, safePath(outputDir)), stagingName(safePath(generationId), token))

/** The directory of the active release. @throws OUTPUT_DIR_TAKEN */
async function activeOf({ root }: StoreState, outputDir: string): Promise<string | undefined> {
  const output = safePath(outputDir)
  const [active] = await Promise.all([activeFolder(root, output), refuseOverlap(root, output)])
  return active
}

async function stage(store: StoreState, request: StageRequest, end: () => void): Promise<Staging> {
  const { root, disk } = store
  const { outputDir, files, renew, token } = request
  const active = await activeOf(store, outputDir)
  const base = active === undefined ? undefined : await store.manifests.get(active)
  const changes = base && request.changes?.base === base.about.id ? request.changes : undefined
  for (const path of changes?.added ?? files.paths) if (!base?.files.has(path)) safePath(path)
  const releases = releasesOf(root, outputDir)
  await mkdir(releases, { recursive: true })
  const generationId = safePath(request.generationId)
  const isRenewed = renew.size > files.size / 2
  const begun = store.begun.get(folderOf(store, request))
  const started =
    begun?.started ?? (await beginRelease(store, { releases, generationId, token, active, isRenewed }))
  const difference = differenceOf(request, { started, base, changes })
  const { missing, shared, extra } = difference
  const copied = await completeDirectory(store, { folder: started.folder, active, difference })
  store.begun.delete(started.folder)
  return new FolderStaging({
    end,
    disk,
    folder: started.folder,
    files,
    missing,
    discard: () => store.garbage.discard(releases, [basename(started.folder)]),
    activate: (stored) =>
      activateRelease(store, {
        outputDir,
        releases,
        former: active,
        staged: started.folder,
        folder: join(releases, releaseName(generationId)),
        token,
        written: [...missing, ...copied],
        moved: [...shared, ...extra],
        release: releaseOf(request, stored),
      }),
  })
}

interface Origin {
  readonly started: StartedRelease
  readonly base: Release | undefined
  readonly changes: ChangeSet | undefined
}

function differenceOf({ files, renew }: StageRequest, { started, base, changes }: Origin): Difference {
  const isCopy = started.about !== undefined && base !== undefined && isSameRelease(started.about, base.about)
  if (isCopy && changes) return fromChanges(changes, renew)
  return compareFiles(files, { present: started.present, current: base?.files ?? Manifest.empty, renew })
}

/**
 * Links the shared files of the current release and removes extra ones. Returns the paths that were copied
 * instead of linked.
 */
async function completeDirectory(
  { disk }: StoreState,
  {
    folder,
    active,
    difference: { missing, shared, extra },
  }: { readonly folder: string; readonly active: string | undefined; readonly difference: Difference },
): Promise<readonly string[]> {
  if (extra.length > 0) await disk.remove({ folder, paths: extra })
  if (active === undefined || shared.length === 0) return []
  const linked = await disk.link({ from: active, to: folder, paths: shared })
  for (const path of linked.missing) missing.add(path)
  return linked.copied
}

const releaseOf = ({ generationId: id, trigger, pages }: StageRequest, files: Manifest): Release => ({
  about: { id, trigger, pages, at: new Date() },
  files,
})
