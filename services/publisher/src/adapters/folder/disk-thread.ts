/** Synchronous file operations in a worker thread: thousands of small steps cost least without promises. */
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { codeOf, isAbsent, settled } from './settled.ts'
import { isTooLate, type SharedRelease, sizeOf, wholeFile } from './shared-files.ts'
import { swept } from './swept.ts'
import { type Switch, switched } from './switch.ts'

export type DiskJob =
  | WriteJob<readonly NamedContent[]>
  /** Links files into another folder, or copies them. `replace` expects that most exist there. */
  | {
      readonly do: 'link' | 'replace'
      readonly from: string
      readonly to: string
      readonly paths: readonly string[]
    }
  | { readonly do: 'remove'; readonly folder: string; readonly paths: readonly string[] }
  /** Removes up to `most` entries; reports whether some are left. */
  | { readonly do: 'sweep'; readonly path: string; readonly most: number }
  /** Creates the folder, or renames `from` to it; `missing` if another process took that. */
  | { readonly do: 'begin'; readonly folder: string; readonly from?: Spare | undefined }
  /** Answers the paths that do not hold so many bytes. */
  | {
      readonly do: 'check'
      readonly folder: string
      readonly files: readonly { readonly path: string; readonly size: number }[]
    }
  | { readonly do: 'settle'; readonly lists: readonly (readonly string[])[] }
  | ({ readonly do: 'switch' } & Switch)

/** `isOver`: most files exist already, so each is replaced without trying to create it first. */
export interface WriteJob<Files> {
  readonly do: 'write'
  readonly folder: string
  readonly files: Files
  readonly isOver?: boolean
  /** Set where other processes write the same files. */
  readonly shared?: SharedRelease | undefined
}

export interface Spare {
  readonly folder: string
  readonly manifest: string | undefined
}

export interface NamedContent {
  readonly path: string
  readonly content: string | Uint8Array
}

/** Contents in one buffer, which is returned when they are written. */
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
  /** Paths that did not exist. */
  readonly missing: readonly string[]
  /** Copied, so not durable yet. */
  readonly copied: readonly string[]
  /** A publisher with a greater token has switched the output. */
  readonly isLate: boolean
  readonly isLeft: boolean
  readonly spare?: ArrayBuffer | undefined
}

/** The code of a system error is lost in the message and is sent beside it. */
export type DiskAnswer = { readonly id: number } & (
  | DiskResult
  | { readonly error: unknown; readonly code: unknown }
)

/** Name of a file while it is written; no site has such a path. */
const draft = '.typecase-draft'
let copied: string[] = []
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
    const isLate = (job.do === 'switch' && !switched(job)) || (job.do === 'write' && isTooLate(job.shared))
    const isLeft = job.do === 'sweep' && !swept(job.path, job.most)
    const spare = job.do === 'write' && 'bytes' in job.files ? job.files.bytes : undefined
    const missing = isLate ? [] : carriedOut(job)
    return { id, missing, copied, isLate, isLeft, spare }
  } catch (error) {
    return { id, error, code: codeOf(error) }
  }
}

function carriedOut(job: AnyJob): readonly string[] {
  if (job.do === 'link' || job.do === 'replace') return shared(job)
  if (job.do === 'write') writeFiles(job)
  if (job.do === 'remove') for (const path of job.paths) remove(job.folder, path)
  if (job.do === 'begin') return begun(job)
  if (job.do === 'check')
    return job.files.flatMap(({ path, size }) => (sizeOf(at(job.folder, path)) === size ? [] : [path]))
  return []
}

function writeFiles(job: WriteJob<HtmlInOne | readonly NamedContent[]>): void {
  const { folder, files, isOver, shared } = job
  if (shared) statSync(folder)
  const put = shared ? contributing(shared.draft) : isOver ? overwritten : write
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

/** False if another process renamed it first. */
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

/** Frees the buffer at once; V8 would keep it until the next collection of the small heap. */
function release(content: string | Uint8Array): void {
  if (typeof content !== 'string' && content.buffer instanceof ArrayBuffer && !content.buffer.detached)
    content.buffer.transfer(0)
}

/** Replaced, never written into: the file may be a hard link of another release. */
function write(folder: string, path: string, content: string | Uint8Array): void {
  const file = placed(folder, path)
  try {
    writeFileSync(file, content, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    overwritten(folder, path, content)
  }
}

const contributing =
  (draft: string) =>
  (folder: string, path: string, content: string | Uint8Array): void =>
    wholeFile(placed(folder, path), content, draft)

function overwritten(folder: string, path: string, content: string | Uint8Array): void {
  const fresh = at(folder, draft)
  try {
    writeFileSync(fresh, content, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    // It may be a hard link of what is shown.
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

function linked(from: string, folder: string, path: string): boolean {
  try {
    linkSync(from, placed(folder, path))
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    // The file exists, or the file system refuses another hard link.
    return replaced(from, folder, path)
  }
}

function replaced(from: string, folder: string, path: string): boolean {
  const fresh = at(folder, draft)
  if (!drafted(from, fresh, path)) return false
  moveDraft(folder, path)
  return true
}

/** Renaming one link of a file to another keeps both, so the draft still exists. */
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

/** Paths were checked before; `join` would take a sixteenth of this thread's time. */
const at = (folder: string, path: string): string => `${folder}/${path}`

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
