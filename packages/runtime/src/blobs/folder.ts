import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@typecase/kernel'
import { checkedContentType } from './content-type.ts'
import { codeOf, withStorageErrors } from './folder-errors.ts'
import { header, readHeader } from './folder-file.ts'
import { keysUnder, pathOf } from './folder-tree.ts'
import { checkedKey, checkedPrefix } from './keys.ts'
import type { BlobStat, BlobStore, ByteRange } from './port.ts'

/**
 * Stores blobs as files in a folder, for one machine. Writes a temporary file, syncs it and renames it, so
 * that a power cut leaves either the old or the new blob. The first write deletes temporary files over an
 * hour old.
 */
export function folderBlobStore(dir: string): BlobStore {
  const folder = new BlobFolder(dir)

  return {
    put: (key, body, { contentType }) =>
      withStorageErrors(async () => {
        const begin = header(checkedContentType(contentType))
        await folder.place(checkedKey(key), (path) => writeFile(path, begin, body))
        const stored = await folder.fileStat(key)
        if (!stored)
          throw new AppError('conflict', 'BLOB_REMOVED', 'The file was removed while it was being stored')
        return stored
      }),
    get: (key, range) =>
      withStorageErrors(() =>
        folder.opened(checkedKey(key), async (file) => {
          const { offset, ...known } = await describe(file)
          return { ...known, stream: await readFrom(file, offset, known.size, range) }
        }),
      ),
    stat: (key) => withStorageErrors(async () => await folder.fileStat(checkedKey(key))),
    delete: (key) =>
      withStorageErrors(async () => await rm(join(folder.root, pathOf(checkedKey(key))), { force: true })),
    async *list(prefix) {
      for await (const key of keysUnder(folder.root, checkedPrefix(prefix))) {
        const found = await withStorageErrors(() => folder.fileStat(key))
        if (found) yield { key, size: found.size, modifiedAt: found.modifiedAt }
      }
    },
    copy: (from, to) => withStorageErrors(() => folder.copy(checkedKey(from), checkedKey(to))),
    removeUnfinished: (before) => withStorageErrors(() => folder.removeUnfinished(before)),
    ping: () => withStorageErrors(async () => void (await mkdir(folder.root, { recursive: true }))),
  }
}

class BlobFolder {
  readonly dir
  readonly root
  readonly unfinishedFolder
  prepared: Promise<void> | undefined

  constructor(dir: string) {
    this.dir = dir

    this.root = join(this.dir, 'blobs')
    this.unfinishedFolder = join(this.dir, 'unfinished')
  }

  async prepare(): Promise<void> {
    await mkdir(this.root, { recursive: true })
    await mkdir(this.unfinishedFolder, { recursive: true })
    await this.removeUnfinished(new Date(Date.now() - 3_600_000))
  }

  async removeUnfinished(before: Date): Promise<number> {
    let removed = 0
    const names = await readdir(this.unfinishedFolder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    })
    for (const name of names) {
      const path = join(this.unfinishedFolder, name)
      const found = await stat(path).catch(() => undefined)
      if (!found || found.mtimeMs >= before.getTime()) continue
      await rm(path, { force: true })
      removed += 1
    }
    return removed
  }

  /** Lets `fill` write a temporary file, then renames it. */
  async place(key: string, fill: (path: string) => Promise<void>): Promise<void> {
    this.prepared ??= this.prepare()
    await this.prepared.catch((error: unknown) => {
      this.prepared = undefined
      throw error
    })
    const unfinished = join(this.unfinishedFolder, randomUUID())
    const path = join(this.root, pathOf(key))
    try {
      await fill(unfinished)
      await mkdir(dirname(path), { recursive: true })
      await rename(unfinished, path)
      await sync(dirname(path))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async fileStat(key: string): Promise<BlobStat | undefined> {
    return await this.opened(key, async (file) => {
      const { offset: _, ...known } = await describe(file)
      await file.close()
      return known
    })
  }

  /** Opens the file of a key for `use`, which must close it. If `use` throws, this method closes the file. */
  async opened<T>(key: string, use: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
    let file: FileHandle
    try {
      file = await open(join(this.root, pathOf(key)), 'r')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
    try {
      return await use(file)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async copy(from: string, to: string): Promise<boolean> {
    try {
      await this.place(to, async (path) => {
        await copyFile(join(this.root, pathOf(from)), path, constants.COPYFILE_FICLONE)
        await sync(path)
      })
      return true
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    }
  }
}

async function writeFile(path: string, begin: Buffer, body: Parameters<BlobStore['put']>[1]): Promise<void> {
  const file = await open(path, 'wx')
  const sink = file.createWriteStream({ flush: true })
  sink.write(begin)
  await pipeline(body instanceof Uint8Array ? Readable.from([body]) : body, sink)
}

async function describe(file: FileHandle): Promise<BlobStat & { offset: number }> {
  const [{ size, mtime }, { contentType, length }] = [await file.stat(), await readHeader(file)]
  return { size: size - length, contentType, modifiedAt: mtime, offset: length }
}

async function readFrom(
  file: FileHandle,
  offset: number,
  size: number,
  range: ByteRange = { start: 0 },
): Promise<Readable> {
  const last = Math.min(range.end ?? size - 1, size - 1)
  if (range.start <= last) return file.createReadStream({ start: offset + range.start, end: offset + last })
  await file.close()
  return Readable.from([])
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
