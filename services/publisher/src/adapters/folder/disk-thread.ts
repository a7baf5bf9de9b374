/** Thousands of small steps cost least one after the other without a promise each; here they hold nobody up. */
import { copyFileSync, linkSync, mkdirSync, renameSync, rmdirSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { codeOf, settled } from './settled.ts'
import { type Switch, switched } from './switch.ts'

export type DiskJob =
  | { readonly do: 'write'; readonly folder: string; readonly files: readonly NamedContent[] }
  /** Gives files a second name in another folder, or copies them; answers the paths that were not there, and those of copies. */
  | { readonly do: 'link'; readonly from: string; readonly to: string; readonly paths: readonly string[] }
  /** Removes files, and folders that become empty. */
  | { readonly do: 'remove'; readonly folder: string; readonly paths: readonly string[] }
  | { readonly do: 'drop'; readonly folders: readonly string[] }
  /** Drops what is in the way and makes the folder, out of that one where there is one: it is missing where somebody else took it. */
  | { readonly do: 'begin'; readonly drop: readonly string[]; readonly folder: string; readonly from?: Spare | undefined }
  | { readonly do: 'settle'; readonly lists: readonly (readonly string[])[] }
  | ({ readonly do: 'switch' } & Switch)

export interface Spare {
  readonly folder: string
  readonly manifest: string
}

export interface NamedContent {
  readonly path: string
  readonly content: string | Uint8Array
}

export interface DiskQuestion {
  readonly id: number
  readonly job: DiskJob
}

export interface DiskResult {
  /** The paths that a `link` did not find, or the folder that nothing could be made of. */
  readonly missing: readonly string[]
  /** Those that it had to copy: unlike others they do not lie on the disk yet. */
  readonly copied: readonly string[]
  /** Somebody with a greater token has switched the output. */
  readonly isLate: boolean
}

/** What an error of the system is called, `ENOSPC`, does not come along with it. */
export type DiskAnswer = { readonly id: number } & (DiskResult | { readonly error: unknown; readonly code: unknown })

/** What is made lies under this name until it is whole; no path of a site is so named. */
const draft = '.typecase-draft'
/** By the job that is carried out. */
let copied: string[] = []
/** Folders known to be there, below one of them. */
const made = { below: '', folders: new Set<string>() }
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ id, job }: DiskQuestion) => {
  last = last.then(async () => parentPort?.postMessage(await answerOf(id, job)))
})

async function answerOf(id: number, job: DiskJob): Promise<DiskAnswer> {
  try {
    copied = []
    if (job.do === 'settle') await settled(job.lists)
    const isLate = job.do === 'switch' && !switched(job)
    return { id, missing: carriedOut(job), copied, isLate }
  } catch (error) {
    return { id, error, code: codeOf(error) }
  }
}

/** Answers what is missing. */
function carriedOut(job: DiskJob): readonly string[] {
  if (job.do === 'link') return job.paths.filter((path) => !linked(join(job.from, path), job.to, path))
  if (job.do === 'write') {
    for (const { path, content } of job.files) write(job.folder, path, content)
    for (const { content } of job.files) release(content)
  }
  if (job.do === 'remove') for (const path of job.paths) remove(job.folder, path)
  if (job.do === 'drop') drop(job.folders)
  if (job.do === 'begin') return begun(job)
  return []
}

function drop(folders: readonly string[]): void {
  made.below = ''
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

function begun({ drop: inTheWay, folder, from }: DiskJob & { readonly do: 'begin' }): readonly string[] {
  drop(inTheWay)
  if (from && taken(from, folder)) return []
  mkdirSync(folder)
  return from ? [from.folder] : []
}

/** False when another process was quicker. */
function taken({ folder, manifest }: Spare, into: string): boolean {
  try {
    rmSync(manifest)
    renameSync(folder, into)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  utimesSync(into, new Date(), new Date())
  return true
}

/**
 * Gives the memory of a content back, which is this thread's own and lies beside its heap: left to itself V8 keeps the pages of a
 * second for the time when the small heap is collected.
 */
function release(content: string | Uint8Array): void {
  if (typeof content !== 'string' && content.buffer instanceof ArrayBuffer && !content.buffer.detached) content.buffer.transfer(0)
}

/** A file that is there already may have another name elsewhere: it is replaced, never written into. */
function write(folder: string, path: string, content: string | Uint8Array): void {
  const file = placed(folder, path)
  try {
    writeFileSync(file, content, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const fresh = join(folder, draft)
    rmSync(fresh, { force: true })
    writeFileSync(fresh, content, { flag: 'wx' })
    renameSync(fresh, file)
  }
}

function linked(from: string, folder: string, path: string): boolean {
  const file = placed(folder, path)
  try {
    linkSync(from, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    const fresh = join(folder, draft)
    rmSync(fresh, { force: true })
    // Some file systems have no hard links, or no more for this file.
    if (codeOf(error) === 'EEXIST') linkOrCopy(from, fresh, path)
    else copy(from, fresh, path)
    renameSync(fresh, file)
    // Two names of one file can't be renamed into each other: both stay.
    rmSync(fresh, { force: true })
    return true
  }
}

function linkOrCopy(from: string, to: string, path: string): void {
  try {
    linkSync(from, to)
  } catch {
    copy(from, to, path)
  }
}

function copy(from: string, to: string, path: string): void {
  copyFileSync(from, to)
  copied.push(path)
}

function remove(folder: string, path: string): void {
  try {
    unlinkSync(join(folder, path))
    made.below = ''
    for (let above = dirname(path); above !== '.'; above = dirname(above)) rmdirSync(join(folder, above))
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(String(codeOf(error)))) throw error
  }
}

/** The file's place, its folder made. */
function placed(folder: string, path: string): string {
  const file = join(folder, path)
  const parent = dirname(file)
  if (made.below !== folder) Object.assign(made, { below: folder, folders: new Set() })
  if (!made.folders.has(parent)) {
    mkdirSync(parent, { recursive: true })
    made.folders.add(parent)
  }
  return file
}
