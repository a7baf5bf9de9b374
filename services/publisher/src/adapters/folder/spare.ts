/** Pre-stages a copy of the newest release, so that the next build only writes its own changes. */
import type { Dirent } from 'node:fs'
import { link, readdir, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Manifest } from '../../core/ports.ts'
import type { Broom } from './broom.ts'
import { compared } from './compared.ts'
import type { Disk } from './disk.ts'
import type { DiskJob, DiskResult } from './disk-thread.ts'
import { settleFiles, type Unsettled } from './settle.ts'
import { type Finished, isSpare, manifestOf, manifestText, spareName } from './shelf.ts'

/** Files per job, so that other jobs run between. */
const portion = 500
/** Jobs in the queue of the thread, which then does not wait for a busy main thread. */
const jobsAhead = 4

export interface Ready {
  /** The release that it equals; undefined for an incomplete one. */
  readonly about: Finished['about'] | undefined
  readonly folder: string
  readonly files: Manifest
  /** Undefined where only this process knows the folder. */
  readonly manifest: string | undefined
  /** Not durable yet. */
  readonly unsettled: Pick<Unsettled, 'written' | 'moved'>
}

export interface Prepared extends Ready {
  readonly isWhole: boolean
}

interface Newest {
  readonly folder: string
  readonly made: Finished
}

export function sparesIn(entries: readonly Dirent[]): readonly string[] {
  const names = new Set(entries.map(({ name }) => name))
  return [...names].filter((name) => isSpare(name) && names.has(manifestOf(name)))
}

export interface Tools {
  readonly disk: Disk
  readonly broom: Broom
  readonly shelf: string
  /** Aborts when no build will use the copy. */
  readonly signal: AbortSignal
}

/** Links all files of a release. The manifest is renamed last, when all is durable. */
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

/** Reuses an old release. Undefined if another process took it or a file is missing. */
export function renewSpare(
  tools: Tools,
  from: Newest,
  { folder, files, manifest, unsettled }: Omit<Ready, 'about'>,
): Promise<Prepared | undefined> {
  const { files: current } = from.made
  const { shared, extra } = compared(current, { there: files, current, renew: new Set() })
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

/** Runs the job in chunks until aborted. Undefined if a file was missing. */
async function inTurns(
  { disk, signal }: Tools,
  paths: readonly string[],
  jobOf: (some: readonly string[]) => DiskJob,
): Promise<
  | { readonly done: readonly string[]; readonly copied: readonly string[]; readonly isWhole: boolean }
  | undefined
> {
  const allCopied: string[] = []
  const running: Promise<DiskResult>[] = []
  let at = 0
  let isMissing = false
  const hasNext = () => at < paths.length && !signal.aborted && !isMissing
  while (running.length > 0 || hasNext()) {
    for (; running.length < jobsAhead && hasNext(); at += portion) {
      const job = disk.run(jobOf(paths.slice(at, at + portion)))
      job.catch(() => undefined)
      running.push(job)
    }
    const result = await running.shift()
    if (result && result.missing.length > 0) isMissing = true
    allCopied.push(...(result?.copied ?? []))
  }
  if (isMissing) return undefined
  return { done: paths.slice(0, at), copied: allCopied, isWhole: at >= paths.length }
}

type Filled = Pick<Prepared, 'files' | 'isWhole' | 'unsettled'>

let drafts = 0

/** Replaces earlier copies once the draft is complete. */
async function drafted(
  { disk, broom, shelf }: Tools,
  from: Newest,
  fill: (draft: string) => Promise<Filled | undefined>,
): Promise<Prepared | undefined> {
  // Unique among publishers that rebuild the same release.
  const name = `staging-spare-${basename(from.folder)}-${process.pid}-${++drafts}`
  const draft = join(shelf, name)
  const filled = await fill(draft)
  if (!filled) {
    await broom.putAside(shelf, [name])
    return undefined
  }
  if (!filled.isWhole) return { ...filled, about: undefined, folder: draft, manifest: undefined }
  await broom.putAside(
    shelf,
    (await readdir(shelf)).filter((each) => isSpare(each) && !each.endsWith('.json')),
  )
  const spare = join(shelf, spareName(from.made.about.id))
  // Never written into: it may be a hard link.
  await link(manifestOf(from.folder), manifestOf(draft)).catch(() =>
    writeFile(manifestOf(draft), manifestText(from.made)),
  )
  await settleFiles(disk, { folder: draft, ...filled.unsettled, besides: [manifestOf(draft)] })
  // A manifest without a directory counts as left by a dead process.
  await rename(manifestOf(draft), manifestOf(spare))
  await rename(draft, spare)
  const { about } = from.made
  return { ...filled, about, folder: spare, manifest: manifestOf(spare), unsettled: { written: [] } }
}
