import { basename, join } from 'node:path'
import { makeDurable } from './durable.ts'
import type { Release } from './manifest-file.ts'
import { preStage } from './pre-stage.ts'
import { listed, manifestOf, releasesIn, staying } from './release-layout.ts'
import { reusableRelease } from './start-release.ts'
import type { StoreState } from './store-state.ts'
import { type Switch, switchOutput } from './switch-output.ts'

/**
 * Drops the cached manifests of older releases if the new release writes more than `fewFiles` files and more
 * than the share `fewShare` of its files.
 */
const fewFiles = 500
const fewShare = 1 / 8

export interface Activation {
  readonly outputDir: string
  readonly releases: string
  /** The release that was active before. */
  readonly former: string | undefined
  readonly staged: string
  /** The directory to which `staged` is renamed. */
  readonly folder: string
  readonly token: number
  readonly release: Release
  readonly written: readonly string[]
  readonly moved: readonly string[]
}

/** Makes the release durable, then visible. @throws LEASE_LOST */
export async function activateRelease(store: StoreState, activation: Activation): Promise<void> {
  const { outputDir, releases, former, staged, folder, token, release, written, moved } = activation
  const manifest = manifestOf(folder)
  await store.manifestWriter.write(manifest, release)
  await makeDurable(store.fileSystem, { folder: staged, written, moved, besides: [manifest] })
  await switchTo(store, outputDir, { releases, token, folder, staged })
  if (former !== undefined) store.formers.set(releases, former)
  store.manifests.set(folder, release)
  // Ignores an error: readers already have the new site, and the next generation prunes again.
  await pruneReleases(store, releases, folder).catch(() => undefined)
  store.superseded = new AbortController()
  const { signal } = store.superseded
  store.preStaging = store.preStaging
    .then(() => preStageNext(store, activation, signal))
    .catch(() => undefined)
}

/** @throws LEASE_LOST when a publisher with a greater token has switched the output */
export async function switchTo(
  store: StoreState,
  outputDir: string,
  to: Omit<Switch, 'output'>,
): Promise<void> {
  const switched = switchOutput({ output: join(store.root, outputDir), ...to })
  store.switching = switched.catch(() => undefined)
  await switched
}

async function pruneReleases(store: StoreState, releases: string, live: string): Promise<void> {
  const all = releasesIn(releases, await listed(releases))
  const kept = staying(all, live)
  const old = all.filter((folder) => !kept.has(folder) && folder !== store.formers.get(releases))
  for (const folder of old) store.manifests.dropFiles(folder)
  await store.garbage.discard(
    releases,
    old.map((folder) => basename(folder)),
  )
}

/** Copies the new release in advance, so that the next build only writes its own changes. */
async function preStageNext(
  store: StoreState,
  { releases, folder, release, written }: Activation,
  signal: AbortSignal,
): Promise<void> {
  const { disk, fileSystem, garbage, manifests } = store
  signal.throwIfAborted()
  if (written.length > Math.max(fewFiles, release.files.size * fewShare))
    manifests.dropFilesOfOthers(releases, folder)
  const older = await reusableRelease(store, releases, folder)
  if (!older && release.files.size <= fewFiles) return
  if (older) manifests.dropFiles(older.folder)
  const tools = { disk, fileSystem, garbage, releases, signal }
  const preStaged = await preStage(tools, { ...release, folder }, older)
  manifests.set(preStaged.folder, release)
}
