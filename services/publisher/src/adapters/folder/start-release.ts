import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import { Manifest } from '../../core/pages/manifest.ts'
import { absent } from './error-code.ts'
import type { Release } from './manifest-file.ts'
import {
  activeFolder,
  incompleteIn,
  leftIn,
  listed,
  manifestOf,
  preStagedIn,
  releasesIn,
  releasesOf,
  showable,
  stagingName,
} from './release-layout.ts'
import type { StartedRelease, StoreState } from './store-state.ts'

/** A complete release whose directory a new release can reuse. */
export interface ReusableRelease extends Release {
  readonly folder: string
}

export interface NewRelease {
  readonly releases: string
  readonly generationId: string
  readonly token: number
  readonly active: string | undefined
  /**
   * True if the build writes more than half of the files again. Then pre-staging (copying the newest release)
   * is aborted, because the copy would save little.
   */
  readonly isRenewed: boolean
}

export async function beginRelease(
  store: StoreState,
  { releases, generationId, token, active, isRenewed }: NewRelease,
): Promise<StartedRelease> {
  if (isRenewed) store.superseded.abort()
  await store.preStaging
  await store.readingAhead
  const entries = await listed(releases)
  const older = await reusableRelease(store, releases, active)
  if (older) store.manifests.dropFiles(older.folder)
  await store.garbage.discard(releases, incompleteIn(entries, generationId, token))
  const left = await leftIn(releases, entries)
  store.garbage.remove(left.filter((path) => path !== older?.folder && path !== active))
  const folder = join(releases, stagingName(generationId, token))
  const present = await startRelease(folder, older)
  return { folder, present, about: present === older?.files ? older.about : undefined }
}

/**
 * Renames the directory of an older release to `folder`, or creates an empty one if there is none or another
 * process took it. Returns the files in `folder`.
 */
export async function startRelease(folder: string, older: ReusableRelease | undefined): Promise<Manifest> {
  if (older) {
    const isTaken = await rename(older.folder, folder).then(() => false, isMissing)
    if (!isTaken) {
      await rm(manifestOf(older.folder), { force: true })
      await utimes(folder, new Date(), new Date())
      return older.files
    }
  }
  await mkdir(folder)
  return Manifest.empty
}

function isMissing(error: unknown): true {
  absent(error)
  return true
}

/** A pre-staged copy of the newest release, or the oldest release that can no longer be activated. */
export async function reusableRelease(
  store: StoreState,
  releases: string,
  active: string | undefined,
): Promise<ReusableRelease | undefined> {
  const entries = await listed(releases)
  const former = store.formers.get(releases)
  const all = releasesIn(releases, entries)
  const needed = showable(all, active)
  const preStaged = preStagedIn(entries).map((name) => join(releases, name))
  const old = all.filter((folder) => !needed.includes(folder) && folder !== former)
  for (const folder of [...preStaged, ...old.toReversed()]) {
    const found = await store.manifests.get(folder)
    if (found) return { ...found, folder }
  }
  return undefined
}

/** Reads the manifests that the next release needs. */
export async function readAhead(store: StoreState, outputDir: string): Promise<void> {
  await store.preStaging
  const active = await activeFolder(store.root, safePath(outputDir))
  await reusableRelease(store, releasesOf(store.root, outputDir), active)
}
