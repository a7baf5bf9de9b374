/** A ZIP file of this machine, read by entry without unpacking it. */
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { messageOf, TransferError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { safePath, shown } from './safe-path.ts'
import { type SourceFile, type Tree, tooLarge } from './tree.ts'

/** Bytes below which a high compression ratio is harmless. */
const smallEntry = 2 ** 20
/** File type bits of a Unix mode, and the value of a regular file. */
const typeMask = 0o170000
const regularFile = 0o100000

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
    open: async (path) => open(path),
    async read(path, limit = limits.textBytes) {
      if ((entries.get(path)?.uncompressedSize ?? 0) > limit) throw tooLarge(path, limit)
      const chunks: Buffer[] = []
      try {
        // yauzl ends the stream with an error where the entry has more or fewer bytes than it promises.
        for await (const chunk of await open(path)) chunks.push(chunk as Buffer)
      } catch (error) {
        throw error instanceof TransferError ? error : damaged(path, error)
      }
      return Buffer.concat(chunks)
    },
    close: async () => zip.close(),
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
  let unpacked = 0
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      try {
        unpacked += entry.uncompressedSize
        if (unpacked > limits.unpackedBytes || entries.size >= limits.files)
          throw new TransferError('TOO_LARGE', 'the ZIP has too many files or too many bytes unpacked')
        checkEntry(entry, limits)
        if (!entry.fileName.endsWith('/')) {
          if (entries.has(safePath(entry.fileName)))
            throw new TransferError('DUPLICATE_NAME', `${shown(entry.fileName)} is in the ZIP twice`)
          entries.set(entry.fileName, entry)
        }
        zip.readEntry()
      } catch (error) {
        reject(error)
      }
    })
    zip.readEntry()
  })
}

function checkEntry(entry: yauzl.Entry, { ratio }: Limits): void {
  const name = shown(entry.fileName)
  if (entry.isEncrypted()) throw new TransferError('ENCRYPTED', `${name} is encrypted`)
  const type = (entry.externalFileAttributes >>> 16) & typeMask
  const isFolder = entry.fileName.endsWith('/')
  if (type !== 0 && type !== regularFile && !isFolder)
    throw new TransferError('LINK', `${name} is a link or a device in the ZIP`)
  if (entry.uncompressedSize > smallEntry && entry.uncompressedSize > entry.compressedSize * ratio)
    throw new TransferError('ZIP_BOMB', `${name} unpacks to more than ${ratio} times its packed size`)
}

function damaged(path: string, error: unknown): TransferError {
  if (/invalid relative path|absolute path|invalid characters/.test(messageOf(error)))
    return new TransferError('UNSAFE_PATH', messageOf(error))
  return new TransferError('DAMAGED', `${shown(path)} is no readable ZIP: ${messageOf(error)}`)
}
