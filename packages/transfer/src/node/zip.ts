/** Reads entries of a ZIP file of this machine without unpacking it. */
import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { messageOf, TransferError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { entryCheck } from '../source/checked-entry.ts'
import { shown } from '../source/safe-path.ts'
import { type SourceFile, type Tree, tooLarge } from '../source/tree.ts'

export async function openZip(path: string, limits: Limits): Promise<Tree> {
  const zip = await openFile(path)
  try {
    const entries = await readEntries(zip, limits)
    return treeOf(zip, entries, limits)
  } catch (error) {
    zip.close()
    throw error instanceof TransferError ? error : damaged(path, error)
  }
}

function treeOf(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, limits: Limits): Tree {
  const files: SourceFile[] = [...entries]
    .map(([path, entry]) => ({ path, bytes: entry.uncompressedSize }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const open = (path: string): Promise<Readable> => {
    const entry = entries.get(path)
    if (!entry) throw new TransferError('NOT_FOUND', `${shown(path)} does not exist in the ZIP`)
    return new Promise((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error ? reject(damaged(path, error)) : resolve(stream)))
    })
  }
  return {
    files,
    has: (path) => entries.has(path),
    open: async (path) => Readable.from(chunksOf(path, await open(path)), { objectMode: false }),
    async read(path, limit = limits.textBytes) {
      if ((entries.get(path)?.uncompressedSize ?? 0) > limit) throw tooLarge(path, limit)
      const chunks: Buffer[] = []
      for await (const chunk of chunksOf(path, await open(path))) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
    close: async () => zip.close(),
  }
}

/** Converts errors of yauzl, which also fails if the entry has another size than the ZIP states. */
async function* chunksOf(path: string, stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    throw damaged(path, error)
  }
}

function openFile(path: string): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  return new Promise((resolve, reject) => {
    yauzl.open(path, options, (error, zip) => (error ? reject(damaged(path, error)) : resolve(zip)))
  })
}

function readEntries(zip: yauzl.ZipFile, limits: Limits): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  const check = entryCheck(limits)
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      try {
        const isFolder = entry.fileName.endsWith('/')
        check({
          name: entry.fileName,
          isFolder,
          isEncrypted: entry.isEncrypted(),
          mode: entry.externalFileAttributes >>> 16,
          packedBytes: entry.compressedSize,
          bytes: entry.uncompressedSize,
        })
        if (!isFolder) entries.set(entry.fileName, entry)
        zip.readEntry()
      } catch (error) {
        reject(error)
      }
    })
    zip.readEntry()
  })
}

function damaged(path: string, error: unknown): TransferError {
  if (/invalid relative path|absolute path|invalid characters/.test(messageOf(error)))
    return new TransferError('UNSAFE_PATH', messageOf(error))
  return new TransferError('DAMAGED', `${shown(path)} is no readable ZIP: ${messageOf(error)}`)
}
