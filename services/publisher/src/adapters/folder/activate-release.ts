/** Switches readers to a staged release, prunes old ones and pre-stages the next. */
import { basename, join } from 'node:path'
import { leaseLost } from '../../core/errors.ts'
import type { Manifest } from '../../core/ports.ts'
import { reusableRelease } from './begin-release.ts'
import { settleFiles } from './settle.ts'
import { type Finished, finishedIn, listed, manifestOf, staying } from './shelf.ts'
import { makeSpare, renewSpare } from './spare.ts'
import type { StoreState } from './store-state.ts'
import type { Switch } from './switch.ts'

/** A release that differs from older ones in more files than both replaces them in memory: a number, and a share of all. */
const fewFiles = 500
const fewShare = 1 / 8

export interface StagedRelease {
  readonly outputDir: string
  readonly shelf: string
  /** What was shown before. */
  readonly former: string | undefined
  readonly folder: string
  readonly final: string
  readonly token: number
  readonly made: Finished
  /** How it differs from the one before, where that is known. */
  readonly step: { readonly from: Manifest; readonly paths: ReadonlySet<string> } | undefined
  readonly written: readonly string[]
  /** Linked or removed: the contents of these files are durable already. */
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
  // Without a pre-staged release the next generation does that work itself.
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

/** Prepares a directory that equals the current release, for the next generation to start from. */
async function preStage(store: StoreState, release: StagedRelease, signal: AbortSignal): Promise<void> {
  const { shelf, final, made, written } = release
  if (signal.aborted) return
  if (written.length > Math.max(fewFiles, made.files.size * fewShare)) {
    store.finished.forgetAll(shelf, final)
    store.steps.forget()
  }
  const spare = await reusableRelease(store, shelf, await listed(shelf), final)
  if (!spare && made.files.size <= fewFiles) return
  if (spare) store.finished.forget(spare.folder)
  const tools = { disk: store.disk, broom: store.broom, shelf, signal }
  const from = { folder: final, made }
  const prepared = await (spare
    ? renewSpare(tools, from, { ...spare, differs: store.steps.between(spare.files, made.files) })
    : makeSpare(tools, from))
  if (prepared?.isWhole) store.finished.remember(prepared.folder, made)
  else store.incomplete = prepared
}
