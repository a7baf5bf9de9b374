/**
 * A copy of the newest generation, ready before anybody needs it. A generation is made from one that differs in few files; after
 * one that changed all files there is none, and each of the next would have to link every file first, in the way of its change.
 */
import type { Dirent } from 'node:fs'
import { readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '../../core/ports.ts'
import type { Disk } from './disk.ts'
import { settleFiles } from './settle.ts'
import { absent, type Finished, isSpare, manifestOf, manifestText, spareName } from './shelf.ts'

/** Files that are linked before somebody else has a turn. */
const portion = 500
/** Files in which two generations may differ that are made from each other: so many, or that share of all. */
const fewFiles = 500
const fewShare = 1 / 8

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
export async function makeSpare(
  disk: Disk,
  shelf: string,
  from: { readonly folder: string; readonly made: Finished },
  signal: AbortSignal,
): Promise<string | undefined> {
  const { id } = from.made.about
  const spare = join(shelf, spareName(id))
  const draft = join(shelf, `staging-spare-${id}`)
  await disk.run({ do: 'drop', folders: [draft] })
  for (const name of (await readdir(shelf)).filter(isSpare)) await dropSpare(disk, shelf, name)
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
  await writeFile(`${draft}.json`, manifestText(from.made))
  await settleFiles(disk, { folder: draft, written: paths, besides: [`${draft}.json`] })
  await rename(draft, spare)
  await rename(`${draft}.json`, manifestOf(spare))
  return spare
}

/** Whoever moves a copy has it: nobody makes a site of one that is being removed. */
async function dropSpare(disk: Disk, shelf: string, name: string): Promise<void> {
  const [spare, dead] = [join(shelf, name), join(shelf, `staging-dead-${name}`)]
  await rename(spare, dead).catch(absent)
  await disk.run({ do: 'drop', folders: [manifestOf(spare), dead] })
}
