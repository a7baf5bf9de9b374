/**
 * A copy of the newest generation, ready before anybody needs it: the next one is made from it, and finds nothing but its own change to
 * do. It is made of a generation that is too old to be shown; where there is none, every file is linked.
 */
import type { Dirent } from 'node:fs'
import { link, readdir, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Manifest } from '../../core/ports.ts'
import type { Broom } from './broom.ts'
import { compared } from './compared.ts'
import type { Disk } from './disk.ts'
import type { DiskJob } from './disk-thread.ts'
import { settleFiles, type Unsettled } from './settle.ts'
import { type Finished, isSpare, manifestOf, manifestText, spareName } from './shelf.ts'

/** Files that are linked or removed before somebody else has a turn. */
const portion = 500

/** A folder that something can be made from, and what it holds. */
export interface Ready {
  readonly folder: string
  readonly files: Manifest
  /** Undefined where that is known to this process alone. */
  readonly manifest: string | undefined
  /** What of it does not lie on the disk yet. */
  readonly unsettled: Pick<Unsettled, 'written' | 'moved'>
}

/** A whole copy, or how far it came before nobody needed it. */
export interface Prepared extends Ready {
  readonly isWhole: boolean
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

/** What copies are made with. */
export interface Tools {
  readonly disk: Disk
  readonly broom: Broom
  readonly shelf: string
  /** Says that nobody will need a copy any more. */
  readonly signal: AbortSignal
}

/**
 * Links all files of a finished generation once more, in place of all copies before. Each has a name of its own, and its
 * manifest gets that name when all of it lies on the disk. Nothing is made of a generation that was removed meanwhile.
 */
export function makeSpare(tools: Tools, from: Newest): Promise<Prepared | undefined> {
  const { files } = from.made
  const paths = [...files.keys()]
  return drafted(tools, from, async (draft) => {
    await tools.disk.run({ do: 'begin', folder: draft })
    const linked = await inTurns(tools, paths, (some) => ({
      do: 'link',
      from: from.folder,
      to: draft,
      paths: some,
    }))
    if (!linked) return undefined
    return {
      files: pickedFrom(files, linked.done),
      isWhole: linked.isWhole,
      unsettled: { written: linked.done },
    }
  })
}

/**
 * The same out of a folder that nobody shows any more: it differs in `differs` at most, where that is known. Nothing is made where
 * somebody else was quicker, or a file is not there.
 */
export function renewSpare(
  tools: Tools,
  from: Newest,
  {
    folder,
    files,
    manifest,
    unsettled,
    differs,
  }: Ready & { readonly differs: ReadonlySet<string> | undefined },
): Promise<Prepared | undefined> {
  const { files: current } = from.made
  const { shared, extra } = compared(current, { there: files, current, renew: new Set() }, differs)
  return drafted(tools, from, async (draft) => {
    const { missing } = await tools.disk.run({ do: 'begin', folder: draft, from: { folder, manifest } })
    if (missing.length > 0) return undefined
    const removed = await inTurns(tools, extra, (some) => ({ do: 'remove', folder: draft, paths: some }))
    const linked = await inTurns(tools, shared, (some) => ({
      do: 'replace',
      from: from.folder,
      to: draft,
      paths: some,
    }))
    if (!removed || !linked) return undefined
    const isWhole = removed.isWhole && linked.isWhole
    const held = new Map([...files, ...pickedFrom(current, linked.done)])
    for (const path of removed.done) held.delete(path)
    const moved = [...linked.done, ...removed.done, ...(unsettled.moved ?? [])]
    return {
      files: isWhole ? current : held,
      isWhole,
      unsettled: { written: [...linked.copied, ...unsettled.written], moved },
    }
  })
}

const pickedFrom = (files: Manifest, paths: readonly string[]): Manifest =>
  new Map(paths.map((path) => [path, files.get(path) ?? '']))

/**
 * Carries the job out a portion at a time, so that others have their turns, as long as somebody will need it. Answers how far it came,
 * and what had to be copied; undefined when a file was not there.
 */
async function inTurns(
  { disk, signal }: Tools,
  paths: readonly string[],
  jobOf: (some: readonly string[]) => DiskJob,
): Promise<
  | { readonly done: readonly string[]; readonly copied: readonly string[]; readonly isWhole: boolean }
  | undefined
> {
  const allCopied: string[] = []
  let at = 0
  for (; at < paths.length && !signal.aborted; at += portion) {
    const { missing, copied } = await disk.run(jobOf(paths.slice(at, at + portion)))
    if (missing.length > 0) return undefined
    allCopied.push(...copied)
  }
  return { done: paths.slice(0, at), copied: allCopied, isWhole: at >= paths.length }
}

type Filled = Pick<Prepared, 'files' | 'isWhole' | 'unsettled'>

let drafts = 0

/** Makes a draft and, once it is whole, a copy of it with its manifest, in place of all copies before. */
async function drafted(
  { disk, broom, shelf }: Tools,
  from: Newest,
  fill: (draft: string) => Promise<Filled | undefined>,
): Promise<Prepared | undefined> {
  // Another publisher that makes the same generation again has another folder of it, as this one has with the next.
  const name = `staging-spare-${basename(from.folder)}-${process.pid}-${++drafts}`
  const draft = join(shelf, name)
  const filled = await fill(draft)
  if (!filled) {
    await broom.putAside(shelf, [name])
    return undefined
  }
  if (!filled.isWhole) return { ...filled, folder: draft, manifest: undefined }
  await broom.putAside(
    shelf,
    (await readdir(shelf)).filter((each) => isSpare(each) && !each.endsWith('.json')),
  )
  const spare = join(shelf, spareName(from.made.about.id))
  // Never written into: it may be another name of what a generation has.
  await link(manifestOf(from.folder), manifestOf(draft)).catch(() =>
    writeFile(manifestOf(draft), manifestText(from.made)),
  )
  await settleFiles(disk, { folder: draft, ...filled.unsettled, besides: [manifestOf(draft)] })
  // A manifest without a folder is known for what a dead process left.
  await rename(manifestOf(draft), manifestOf(spare))
  await rename(draft, spare)
  return { ...filled, folder: spare, manifest: manifestOf(spare), unsettled: { written: [] } }
}
