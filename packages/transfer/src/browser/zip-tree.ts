/** Reads entries of a ZIP file in a browser without unpacking it. */
import { BlobReader, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'
import { type ByteStream, chunksOf, collect } from '../bytes.ts'
import { messageOf, TransferError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { entryCheck } from '../source/checked-entry.ts'
import { shown } from '../source/safe-path.ts'
import { type Tree, tooLarge } from '../source/tree.ts'

/** No workers, because callers already run in a worker. Tolerates any name, because `safePath` checks it. */
const options = {
  useWebWorkers: false,
  useCompressionStream: true,
  checkSignature: true,
  filenameValidation: 'tolerant',
} as const

export async function openZip(blob: Blob, name: string, limits: Limits): Promise<Tree> {
  const zip = new ZipReader(new BlobReader(blob), options)
  try {
    return treeOf(await readEntries(zip, limits), limits)
  } catch (error) {
    throw error instanceof TransferError ? error : damaged(name, error)
  }
}

async function readEntries(zip: ZipReader<Blob>, limits: Limits): Promise<Map<string, FileEntry>> {
  const check = entryCheck(limits)
  const found = new Map<string, FileEntry>()
  for await (const entry of zip.getEntriesGenerator(options)) {
    check({
      name: entry.filename,
      isFolder: entry.directory,
      isEncrypted: entry.encrypted,
      mode: modeOf(entry),
      packedBytes: entry.compressedSize,
      bytes: entry.uncompressedSize,
    })
    if (!entry.directory) found.set(entry.filename, entry)
  }
  return found
}

const modeOf = ({ externalFileAttributes }: Entry): number => externalFileAttributes >>> 16

function treeOf(entries: ReadonlyMap<string, FileEntry>, limits: Limits): Tree {
  const entryOf = (path: string): FileEntry => {
    const entry = entries.get(path)
    if (!entry) throw new TransferError('NOT_FOUND', `${shown(path)} does not exist in the ZIP`)
    return entry
  }
  const open = (path: string): ByteStream => contentOf(entryOf(path), path)
  return {
    files: [...entries]
      .map(([path, { uncompressedSize }]) => ({ path, bytes: uncompressedSize }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    has: (path) => entries.has(path),
    async read(path, limit = limits.textBytes) {
      if (entryOf(path).uncompressedSize > limit) throw tooLarge(path, limit)
      return collect(open(path))
    },
    open: async (path) => open(path),
    close: async () => undefined,
  }
}

/** Fails if the size or the checksum of the content differs from the one in the ZIP. */
async function* contentOf(entry: FileEntry, path: string): ByteStream {
  const stop = new AbortController()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const written = entry.getData(writable, { ...options, signal: stop.signal })
  // zip.js leaves the stream open if it refuses the entry early, so reading would never end. If zip.js
  // has aborted the stream already, the second abort fails without effect.
  written.catch((error: unknown) => writable.abort(error).catch(() => undefined))
  let bytes = 0
  try {
    for await (const chunk of chunksOf(readable)) {
      bytes += chunk.length
      if (bytes > entry.uncompressedSize) throw new Error('the entry has more bytes than the ZIP states')
      yield chunk
    }
    await written
    if (bytes !== entry.uncompressedSize) throw new Error('the entry has fewer bytes than the ZIP states')
  } catch (error) {
    throw damaged(path, error)
  } finally {
    stop.abort()
  }
}

const damaged = (path: string, error: unknown): TransferError =>
  new TransferError('DAMAGED', `${shown(path)} is no readable ZIP: ${messageOf(error)}`)
