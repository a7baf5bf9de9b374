import { basename, join } from 'node:path'
import { leaseLost } from '../../core/errors.ts'
import { reusableRelease } from './begin-release.ts'
import type { ManifestStep } from './manifest-writer.ts'
import { settleFiles } from './settle.ts'
import { type Finished, finishedIn, listed, manifestOf, staying } from './shelf.ts'
import { makeSpare, renewSpare } from './spare.ts'
import type { StoreState } from './store-state.ts'
import type { Switch } from './switch.ts'

/** Above this number and share of changed files, cached manifests of older releases are dropped. */
const fewFiles = 500
const fewShare = 1 / 8

export interface StagedRelease {
  readonly outputDir: string
  readonly shelf: string
  readonly former: string | undefined
  readonly folder: string
  readonly final: string
  readonly token: number
  readonly made: Finished
  /** Undefined if it was not built from the release shown before, or files were left out. */
  readonly step: ManifestStep | undefined
  readonly written: readonly string[]
  readonly moved: readonly string[]
}

/** Makes the release durable, then visible. @throws LEASE_LOST */
export async function activateRelease(store: StoreState, release: StagedRelease): Promise<void> {
  const { outputDir, shelf, former, folder, final, token, written, moved } = release
  const manifest = manifestOf(final)
  await store.manifests.write(manifest, release.made, release.step)
  await settleFiles(store.disk, { folder, written, moved, besides: [manifest] })
  await switchTo(store, { outputDir, shelf, token, folder: final, made: folder })
  if (former !== undefined) store.formers.set(shelf, former)
  store.finished.remember(final, release.made)
  // Readers have the site; a failed removal is tried again after the next generation.
  await pruneReleases(store, shelf, final).catch(() => undefined)
  store.superseded = new AbortController()
  const { signal } = store.superseded
  store.preparing = store.preparing.then(() => preStage(store, release, signal)).catch(() => undefined)
}

/** @throws LEASE_LOST when a publisher with a greater token has switched the output */
export async function switchTo(
  store: StoreState,
  { outputDir, ...to }: Omit<Switch, 'output'> & { readonly outputDir: string },
): Promise<void> {
  const { isLate } = await store.disk.run({ do: 'switch', output: join(store.root, outputDir), ...to })
  if (isLate) throw leaseLost()
}

async function pruneReleases(store: StoreState, shelf: string, live: string): Promise<void> {
  const all = finishedIn(await listed(shelf)).map((name) => join(shelf, name))
  const kept = staying(all, live)
  const old = all.filter((folder) => !kept.has(folder) && folder !== store.formers.get(shelf))
  for (const folder of old) store.finished.forget(folder)
  await store.broom.putAside(
    shelf,
    old.map((folder) => basename(folder)),
  )
}

async function preStage(store: StoreState, release: StagedRelease, signal: AbortSignal): Promise<void> {
  const { shelf, final, made, written } = release
  if (signal.aborted) return
  if (written.length > Math.max(fewFiles, made.files.size * fewShare)) {
    store.finished.forgetAll(shelf, final)
  }
  const spare = await reusableRelease(store, shelf, await listed(shelf), final)
  if (!spare && made.files.size <= fewFiles) return
  if (spare) store.finished.forget(spare.folder)
  const tools = { disk: store.disk, broom: store.broom, shelf, signal }
  const from = { folder: final, made }
  const prepared = await (spare ? renewSpare(tools, from, spare) : makeSpare(tools, from))
  if (prepared?.isWhole) store.finished.remember(prepared.folder, made)
  else store.incomplete = prepared
}
