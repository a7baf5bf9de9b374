/**
 * A copy of the newest generation, ready before anybody needs it: the next one is made from it, and finds nothing but its own change to
 * do. It is made of an older generation that differs in few files; after one that changed all files there is none, and every file is
 * linked.
 */
import type { Dirent } from 'node:fs'
import { link, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Manifest } from '../../core/ports.ts'
import { compared } from './compared.ts'
import type { Disk } from './disk.ts'
import { settleFiles, type Unsettled } from './settle.ts'
import { absent, type Finished, isSpare, manifestOf, manifestText, spareName } from './shelf.ts'

/** Files that are linked before somebody else has a turn. */
const portion = 500
/** Files in which two generations may differ that are made from each other: so many, or that share of all. */
const fewFiles = 500
const fewShare = 1 / 8

/** A folder that something can be made from, and what it holds. */
export interface Ready {
  readonly folder: string
  readonly files: Manifest
}

interface Newest {
  readonly folder: string
  readonly made: Finished
}

/** The whole copies among what lies on a shelf. */
export function sparesIn(entries: readonly Dirent[]): readonly string[] {
  const names = new Set(entries.map(({ name }) => name))
  return [...names].filter((name) => isSpare(name) && names.has(manifestOf(name)))
}

/** Whether to make the one from the other is little work; `paths` are those in which they may differ, where that is known. */
export function isNear(from: Manifest, to: Manifest, paths?: ReadonlySet<string>): boolean {
  const most = Math.max(fewFiles, to.size * fewShare)
  if (paths && paths.size <= most) return true
  let different = Math.abs(to.size - from.size)
  for (const [path, digest] of to) {
    if (from.get(path) === digest) continue
    different += 1
    if (different > most) return false
  }
  return true
}

/**
 * Links all files of a finished generation once more, in place of all copies before. Each has a name of its own, and its
 * manifest gets that name when all of it lies on the disk. Answers its folder; nothing is made of a generation that was removed meanwhile,
 * nor when the signal says that nobody will need it.
 */
export async function makeSpare(disk: Disk, shelf: string, from: Newest, signal: AbortSignal): Promise<string | undefined> {
  const draft = draftOf(shelf, from)
  await disk.run({ do: 'drop', folders: [draft] })
  await dropSpares(disk, shelf)
  const paths = [...from.made.files.keys()]
  for (let at = 0; at < paths.length; at += portion) {
    const { missing } = await disk.run({ do: 'link', from: from.folder, to: draft, paths: paths.slice(at, at + portion) })
    if (missing.length === 0 && !signal.aborted) continue
    const dropped = disk.run({ do: 'drop', folders: [draft] })
    // Whoever needs none does not wait for that either; what is left is dropped with what dead processes left.
    if (signal.aborted) dropped.catch(() => undefined)
    else await dropped
    return undefined
  }
  return whole(disk, shelf, from, { written: paths })
}

/**
 * The same out of a folder that differs in few files, which nobody shows any more: in `differs` at most, where that is known. Nothing is
 * made where somebody else was quicker, or a file is not there.
 */
export async function renewSpare(
  disk: Disk,
  shelf: string,
  from: Newest,
  { folder, files, differs }: Ready & { readonly differs: ReadonlySet<string> | undefined },
): Promise<string | undefined> {
  const draft = draftOf(shelf, from)
  const of = { folder, manifest: manifestOf(folder) }
  const { missing: gone } = await disk.run({ do: 'begin', drop: [draft], folder: draft, from: of })
  const dropped = async () => {
    await disk.run({ do: 'drop', folders: [draft] })
    return undefined
  }
  if (gone.length > 0) return dropped()
  const { files: current } = from.made
  const { shared, extra } = compared(current, { there: files, current, renew: new Set() }, differs)
  if (extra.length > 0) await disk.run({ do: 'remove', folder: draft, paths: extra })
  const { missing, copied } = await disk.run({ do: 'link', from: from.folder, to: draft, paths: shared })
  if (missing.length > 0) return dropped()
  await dropSpares(disk, shelf)
  return whole(disk, shelf, from, { written: copied, moved: [...shared, ...extra] })
}

/** Another publisher that makes the same generation again has another folder of it. */
const draftOf = (shelf: string, { folder }: Newest): string => join(shelf, `staging-spare-${basename(folder)}`)

/** The draft is whole: from here on it is a copy, with its manifest. */
async function whole(disk: Disk, shelf: string, from: Newest, changed: Pick<Unsettled, 'written' | 'moved'>): Promise<string> {
  const draft = draftOf(shelf, from)
  const spare = join(shelf, spareName(from.made.about.id))
  // Never written into: it may be another name of what a generation has.
  await rm(manifestOf(draft), { force: true })
  await link(manifestOf(from.folder), manifestOf(draft)).catch(() => writeFile(manifestOf(draft), manifestText(from.made)))
  await settleFiles(disk, { folder: draft, ...changed, besides: [manifestOf(draft)] })
  // A manifest without a folder is known for what a dead process left.
  await rename(manifestOf(draft), manifestOf(spare))
  await rename(draft, spare)
  return spare
}

async function dropSpares(disk: Disk, shelf: string): Promise<void> {
  for (const name of (await readdir(shelf)).filter(isSpare)) await dropSpare(disk, shelf, name)
}

/** Whoever moves a copy has it: nobody makes a site of one that is being removed. */
async function dropSpare(disk: Disk, shelf: string, name: string): Promise<void> {
  const [spare, dead] = [join(shelf, name), join(shelf, `staging-dead-${name}`)]
  await rename(spare, dead).catch(absent)
  await disk.run({ do: 'drop', folders: [manifestOf(spare), dead] })
}
