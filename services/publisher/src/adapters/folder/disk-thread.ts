/** Thousands of small steps cost least one after the other without a promise each; here they hold nobody up. */
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { codeOf, isAbsent, settled } from './settled.ts'
import { swept } from './swept.ts'
import { type Switch, switched } from './switch.ts'

export type DiskJob =
  | WriteJob<readonly NamedContent[]>
  /**
   * Gives files a second name in another folder, or copies them; answers the paths that were not there, and those of copies. Again,
   * `replace` is for where most are there already.
   */
  | {
      readonly do: 'link' | 'replace'
      readonly from: string
      readonly to: string
      readonly paths: readonly string[]
    }
  /** Removes files, and folders that become empty. */
  | { readonly do: 'remove'; readonly folder: string; readonly paths: readonly string[] }
  /** Removes a file, or so many of all that is in a folder; answers whether some are left. */
  | { readonly do: 'sweep'; readonly path: string; readonly most: number }
  /** Makes the folder, out of that one where there is one: it is missing where somebody else took it. */
  | { readonly do: 'begin'; readonly folder: string; readonly from?: Spare | undefined }
  | { readonly do: 'settle'; readonly lists: readonly (readonly string[])[] }
  | ({ readonly do: 'switch' } & Switch)

/** Writes files; where most are there already under that name (`isOver`), to replace each is less work than trying first. */
export interface WriteJob<Files> {
  readonly do: 'write'
  readonly folder: string
  readonly files: Files
  readonly isOver?: boolean
}

export interface Spare {
  readonly folder: string
  readonly manifest: string | undefined
}

export interface NamedContent {
  readonly path: string
  readonly content: string | Uint8Array
}

/** Contents of which one stands behind the other. The memory is given back when they are written. */
export interface HtmlInOne {
  readonly paths: readonly string[]
  readonly lengths: readonly number[]
  readonly bytes: ArrayBuffer
}

export interface DiskQuestion {
  readonly id: number
  readonly job: AnyJob
}

type AnyJob = DiskJob | WriteJob<HtmlInOne>

export interface DiskResult {
  /** The paths that were not there to be linked, or the folder that nothing could be made of. */
  readonly missing: readonly string[]
  /** Those that it had to copy: unlike others they do not lie on the disk yet. */
  readonly copied: readonly string[]
  /** Somebody with a greater token has switched the output. */
  readonly isLate: boolean
  /** A `sweep` goes on. */
  readonly isLeft: boolean
  /** The memory of what was written, where it is to be given back. */
  readonly spare?: ArrayBuffer | undefined
}

/** What an error of the system is called, `ENOSPC`, does not come along with it. */
export type DiskAnswer = { readonly id: number } & (
  | DiskResult
  | { readonly error: unknown; readonly code: unknown }
)

/** What is made lies under this name until it is whole; no path of a site is so named. */
const draft = '.typecase-draft'
/** By the job that is carried out. */
let copied: string[] = []
/** Folders known to be there, below one of them. */
const made = { below: '', folders: new Set<string>() }
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ id, job }: DiskQuestion) => {
  last = last.then(async () => {
    const answer = await answerOf(id, job)
    parentPort?.postMessage(answer, 'spare' in answer && answer.spare ? [answer.spare] : [])
  })
})

async function answerOf(id: number, job: AnyJob): Promise<DiskAnswer> {
  try {
    copied = []
    if (job.do === 'settle') await settled(job.lists)
    const isLate = job.do === 'switch' && !switched(job)
    const isLeft = job.do === 'sweep' && !swept(job.path, job.most)
    const spare = job.do === 'write' && 'bytes' in job.files ? job.files.bytes : undefined
    return { id, missing: carriedOut(job), copied, isLate, isLeft, spare }
  } catch (error) {
    return { id, error, code: codeOf(error) }
  }
}

/** Answers what is missing. */
function carriedOut(job: AnyJob): readonly string[] {
  if (job.do === 'link' || job.do === 'replace') return shared(job)
  if (job.do === 'write') writeFiles(job)
  if (job.do === 'remove') for (const path of job.paths) remove(job.folder, path)
  if (job.do === 'begin') return begun(job)
  return []
}

function writeFiles({ folder, files, isOver }: WriteJob<HtmlInOne | readonly NamedContent[]>): void {
  const put = isOver ? overwritten : write
  if ('bytes' in files) {
    let end = 0
    for (const [index, path] of files.paths.entries()) {
      const length = files.lengths[index] ?? 0
      put(folder, path, new Uint8Array(files.bytes, end, length))
      end += length
    }
  } else {
    for (const { path, content } of files) put(folder, path, content)
    for (const { content } of files) release(content)
  }
}

function shared({
  do: how,
  from,
  to,
  paths,
}: DiskJob & { readonly do: 'link' | 'replace' }): readonly string[] {
  const share = how === 'link' ? linked : replaced
  const missing = paths.filter((path) => !share(at(from, path), to, path))
  rmSync(join(to, draft), { force: true })
  return missing
}

function begun({ folder, from }: DiskJob & { readonly do: 'begin' }): readonly string[] {
  made.below = ''
  if (from && taken(from, folder)) return []
  mkdirSync(folder)
  return from ? [from.folder] : []
}

/** False when another process was quicker. Whoever renames it has it; a manifest without a folder is none. */
function taken({ folder, manifest }: Spare, into: string): boolean {
  try {
    renameSync(folder, into)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  if (manifest !== undefined) rmSync(manifest, { force: true })
  utimesSync(into, new Date(), new Date())
  return true
}

/**
 * Gives the memory of a content back, which is this thread's own and lies beside its heap: left to itself V8 keeps the pages of a
 * second for the time when the small heap is collected.
 */
function release(content: string | Uint8Array): void {
  if (typeof content !== 'string' && content.buffer instanceof ArrayBuffer && !content.buffer.detached)
    content.buffer.transfer(0)
}

/** A file that is there already may have another name elsewhere: it is replaced, never written into. */
function write(folder: string, path: string, content: string | Uint8Array): void {
  const file = placed(folder, path)
  try {
    writeFileSync(file, content, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    overwritten(folder, path, content)
  }
}

function overwritten(folder: string, path: string, content: string | Uint8Array): void {
  const fresh = at(folder, draft)
  try {
    writeFileSync(fresh, content, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    // It may be another name of what is shown.
    rmSync(fresh, { force: true })
    writeFileSync(fresh, content, { flag: 'wx' })
  }
  moveDraft(folder, path)
}

function moveDraft(folder: string, path: string): void {
  const fresh = at(folder, draft)
  try {
    renameSync(fresh, at(folder, path))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    renameSync(fresh, placed(folder, path))
  }
}

/** False when the file is not there. */
function linked(from: string, folder: string, path: string): boolean {
  try {
    linkSync(from, placed(folder, path))
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    // It is there already; or the file system has no hard links, or no more for this file.
    return replaced(from, folder, path)
  }
}

/** The same where a file of that name is mostly there, which may have another name elsewhere. */
function replaced(from: string, folder: string, path: string): boolean {
  const fresh = at(folder, draft)
  if (!drafted(from, fresh, path)) return false
  moveDraft(folder, path)
  return true
}

/** Two names of one file can't be renamed into each other: then the draft of the one before is still there. */
function drafted(from: string, fresh: string, path: string): boolean {
  try {
    linkSync(from, fresh)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    rmSync(fresh, { force: true })
    linkOrCopy(from, fresh, path)
  }
  return true
}

function linkOrCopy(from: string, to: string, path: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
    copied.push(path)
  }
}

function remove(folder: string, path: string): void {
  try {
    unlinkSync(join(folder, path))
    made.below = ''
    for (let above = dirname(path); above !== '.'; above = dirname(above)) rmdirSync(join(folder, above))
  } catch (error) {
    if (!isAbsent(error) && !['ENOTEMPTY', 'EEXIST'].includes(String(codeOf(error)))) throw error
  }
}

/** Paths of a site are looked at before they come here. `join` would straighten them again, for a sixteenth of all time of this thread. */
const at = (folder: string, path: string): string => `${folder}/${path}`

/** The file's place, its folder made. */
function placed(folder: string, path: string): string {
  const file = at(folder, path)
  const parent = dirname(file)
  if (made.below !== folder) Object.assign(made, { below: folder, folders: new Set() })
  if (!made.folders.has(parent)) {
    mkdirSync(parent, { recursive: true })
    made.folders.add(parent)
  }
  return file
}
