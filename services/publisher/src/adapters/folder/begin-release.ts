import type { Dirent } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { Manifest } from '../../core/ports.ts'
import { activeFolder, finishedIn, formerIn, leftIn, listed, manifestOf, shelfOf, showable } from './shelf.ts'
import { type Ready, sparesIn } from './spare.ts'
import { durable, type StoreState } from './store-state.ts'

export interface NewRelease {
  readonly shelf: string
  readonly folder: string
  readonly of: { readonly generationId: string; readonly token: number }
  readonly active: string | undefined
  readonly isRenewed: boolean
}

/** Returns what the directory holds already, and which of that is not durable. */
export async function beginRelease(
  store: StoreState,
  { shelf, folder, of, active, isRenewed }: NewRelease,
): Promise<Pick<Ready, 'unsettled' | 'about'> & { there: Manifest }> {
  // All files are written, so any older release is a good start.
  if (isRenewed) store.superseded.abort()
  await store.preparing
  await store.readingAhead
  const rest = await takeIncomplete(store, shelf)
  const entries = await listed(shelf)
  const spare = rest ?? (await reusableRelease(store, shelf, entries, active))
  if (spare) store.finished.forget(spare.folder)
  await store.broom.putAside(shelf, formerIn(entries, of.generationId, of.token))
  store.broom.sweep(
    (await leftIn(shelf, entries)).filter((path) => path !== spare?.folder && path !== active),
  )
  const from = spare && { folder: spare.folder, manifest: spare.manifest }
  const { missing } = await store.disk.run({ do: 'begin', folder, from })
  const isTaken = spare && missing.length === 0
  return isTaken
    ? { there: spare.files, about: spare.about, unsettled: spare.unsettled }
    : { there: new Map(), about: undefined, unsettled: durable }
}

/** A pre-staged copy of the newest release, or the oldest one that is no longer shown. */
export async function reusableRelease(
  store: StoreState,
  shelf: string,
  entries: readonly Dirent[],
  active?: string,
): Promise<Ready | undefined> {
  const former = store.formers.get(shelf)
  const all = finishedIn(entries).map((name) => join(shelf, name))
  const needed = showable(all, active)
  const spares = sparesIn(entries).map((name) => join(shelf, name))
  const old = all.filter((each) => !needed.includes(each) && each !== former)
  for (const folder of [...spares, ...old.toReversed()]) {
    const found = await store.finished.of(folder)
    if (found) return { ...found, folder, manifest: manifestOf(folder), unsettled: durable }
  }
  return undefined
}

export async function readAhead(store: StoreState, outputDir: string): Promise<void> {
  await store.preparing
  if (store.incomplete) return
  const shelf = shelfOf(store.root, safePath(outputDir))
  await reusableRelease(store, shelf, await listed(shelf), await activeFolder(store.root, outputDir))
}

/** An incomplete release of another output is removed. */
async function takeIncomplete(store: StoreState, shelf: string): Promise<Ready | undefined> {
  const found = store.incomplete
  store.incomplete = undefined
  if (!found || dirname(found.folder) === shelf) return found
  await store.broom.putAside(dirname(found.folder), [basename(found.folder)])
  return undefined
}
