/**
 * File operations of the worker thread (`disk.ts`). For many small steps, synchronous calls take a third of
 * the processor time of promises, and in this thread they do not block the service.
 */
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Tinypool } from 'tinypool'
import { codeOf, ifPresent, isAbsent } from './error-code.ts'

export { prune } from './prune.ts'

export interface NamedContent {
  readonly path: string
  readonly content: string | Uint8Array
}

export interface Write {
  readonly folder: string
  readonly files: readonly NamedContent[]
  readonly returnsMemory?: boolean
}

/**
 * Returns the buffer that all contents share if `returnsMemory` is set. The caller reuses it, because the
 * kernel takes time to clear new memory.
 */
export function write({ folder, files, returnsMemory = false }: Write): ArrayBuffer | undefined {
  const memory = new Set<ArrayBufferLike>()
  const create = creatorIn(folder)
  for (const { path, content } of files) {
    create(path, (file) => writeFileSync(file, content, { flag: 'wx' }))
    if (typeof content !== 'string') memory.add(content.buffer)
  }
  const [buffer] = memory
  return returnsMemory && buffer instanceof ArrayBuffer && memory.size === 1
    ? (Tinypool.move(buffer) as ArrayBuffer)
    : undefined
}

/**
 * Writes files that other publishers may write at the same time. Leaves a file that is already complete,
 * because it may already be durable, and replaces an incomplete one. No other publisher uses the path
 * `draft`.
 * @throws ENOENT if the folder does not exist
 */
export function writeShared({ folder, files, draft }: Write & { readonly draft: string }): void {
  statSync(folder)
  const createParent = parentCreator()
  for (const { path, content } of files) {
    const file = `${folder}/${path}`
    createParent(file)
    try {
      writeFileSync(file, content, { flag: 'wx' })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      // The coordinator may have removed the file meanwhile.
      const present = ifPresent(() => readFileSync(file))
      if (present?.equals(Buffer.from(content as Uint8Array))) continue
      rmSync(draft, { force: true })
      writeFileSync(draft, content, { flag: 'wx' })
      renameSync(draft, file)
    }
  }
}

export interface Link {
  readonly from: string
  readonly to: string
  readonly paths: readonly string[]
}

export interface Linked {
  /** Paths that did not exist. */
  readonly missing: readonly string[]
  /** Paths that the file system refused to link. These files were copied and are not durable yet. */
  readonly copied: readonly string[]
}

export function link({ from, to, paths }: Link): Linked {
  const missing: string[] = []
  const copied: string[] = []
  const create = creatorIn(to)
  for (const path of paths) {
    try {
      create(path, (file) => {
        if (linkOrCopy(`${from}/${path}`, file) === 'copied') copied.push(path)
      })
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      missing.push(path)
    }
  }
  return { missing, copied }
}

/** Also removes directories that become empty. */
export function remove({
  folder,
  paths,
}: {
  readonly folder: string
  readonly paths: readonly string[]
}): void {
  for (const path of paths) {
    try {
      unlinkSync(join(folder, path))
      for (let above = dirname(path); above !== '.'; above = dirname(above)) rmdirSync(join(folder, above))
    } catch (error) {
      if (!isAbsent(error) && !['ENOTEMPTY', 'EEXIST'].includes(String(codeOf(error)))) throw error
    }
  }
}

export interface Check {
  readonly folder: string
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

/** Returns the paths without a file of that size. */
export function check({ folder, files }: Check): readonly string[] {
  const sizeOf = (path: string) => {
    const found = statSync(join(folder, path), { throwIfNoEntry: false })
    return found?.isFile() ? found.size : undefined
  }
  return files.flatMap(({ path, size }) => (sizeOf(path) === size ? [] : [path]))
}

/**
 * Returns a function that creates a file and its directory. It removes an existing file first, because that
 * may be a hard link of another release, and again if another publisher creates it meanwhile; each publisher
 * creates a file once. Expects a file to exist if the one before it did, because replacing files takes twice
 * as long if each creation fails first. Concatenates strings, because `join` takes 16 times as long. Callers
 * have checked the paths.
 */
function creatorIn(folder: string): (path: string, put: (file: string) => void) => void {
  const createParent = parentCreator()
  let exists = false
  return (path, put) => {
    const file = `${folder}/${path}`
    exists = exists && isRemoved(file)
    if (!exists) createParent(file)
    for (;;) {
      try {
        put(file)
        return
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
        exists = true
        unlinkSync(file)
      }
    }
  }
}

/** False if there was no file. */
const isRemoved = (file: string): boolean =>
  ifPresent(() => {
    unlinkSync(file)
    return true
  }) ?? false

/** Returns a function that creates the directory of a file, once for each directory. */
function parentCreator(): (file: string) => void {
  const created = new Set<string>()
  return (file) => {
    const parent = dirname(file)
    if (!created.has(parent)) mkdirSync(parent, { recursive: true })
    created.add(parent)
  }
}

function linkOrCopy(from: string, to: string): 'linked' | 'copied' {
  try {
    linkSync(from, to)
    return 'linked'
  } catch (error) {
    if (['ENOENT', 'EEXIST'].includes(String(codeOf(error)))) throw error
    // Another device, or too many links.
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    return 'copied'
  }
}
