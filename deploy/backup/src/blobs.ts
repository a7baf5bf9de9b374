/** The blobs of a store in a folder and back. */
import { createHash } from 'node:crypto'
import { access } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type BlobEntry, type BlobStore, folderBlobStore } from '@typecase/runtime/blobs'
import { ConfigError } from '@typecase/runtime/config'
import { z } from 'zod'
import { linesOfFile } from './files.ts'
import { blobsFile, blobsFolder } from './manifest.ts'

const copiedBlob = z.object({ key: z.string(), size: z.int(), contentType: z.string(), sha256: z.string() })
export type CopiedBlob = z.infer<typeof copiedBlob>

/** Blobs that are copied at once. */
const atOnce = 4

/** A store on its way into a backup. */
export function blobCopy(folder: string, name: string, from: BlobStore) {
  const to = folderBlobStore(blobsFolder(folder, name))
  const copied = new Map<string, CopiedBlob & { readonly version: string }>()

  async function copy(entry: BlobEntry): Promise<void> {
    if (copied.get(entry.key)?.version === versionOf(entry)) return
    const read = await from.get(entry.key)
    // Its file was deleted meanwhile.
    if (!read) return
    const hash = createHash('sha256')
    const { size, contentType } = await to.put(entry.key, counting(read.stream, hash), {
      contentType: read.contentType,
    })
    copied.set(entry.key, {
      key: entry.key,
      size,
      contentType,
      sha256: hash.digest('hex'),
      version: versionOf(entry),
    })
  }

  return {
    /** Copies what is there and was not copied before. */
    round: () => eachOf(from.list(''), copy),
    /** What was copied, in the order of the keys. */
    list: (): CopiedBlob[] =>
      [...copied.values()]
        .map(({ version: _, ...blob }) => blob)
        .toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))),
  }
}

/** Puts every blob of the backup into the store of its key. @throws ConfigError for a damaged or homeless blob */
export async function putBlobs(
  folder: string,
  name: string,
  storeOf: (key: string) => BlobStore,
): Promise<void> {
  const place = blobsFolder(folder, name)
  const from = folderBlobStore(place)
  await eachOf(blobsIn(folder, name), async ({ key, contentType, sha256 }) => {
    const read = await from.get(key)
    if (!read) throw new ConfigError([`${place} is damaged: ${key} is missing`])
    const hash = createHash('sha256')
    await storeOf(key).put(key, counting(read.stream, hash), { contentType })
    if (hash.digest('hex') !== sha256)
      throw new ConfigError([`${place} is damaged: ${key} is not what it was`])
  })
}

/** Reads every blob of the backup. @throws ConfigError when one is missing, or not what it was */
export async function checkBlobs(folder: string, name: string): Promise<void> {
  const place = blobsFolder(folder, name)
  const from = folderBlobStore(place)
  await eachOf(blobsIn(folder, name), async ({ key, sha256 }) => {
    const read = await from.get(key)
    if (!read) throw new ConfigError([`${place} is damaged: ${key} is missing`])
    const hash = createHash('sha256')
    for await (const chunk of read.stream) hash.update(chunk)
    if (hash.digest('hex') !== sha256)
      throw new ConfigError([`${place} is damaged: ${key} is not what it was`])
  })
}

async function* blobsIn(folder: string, name: string): AsyncGenerator<CopiedBlob> {
  const file = blobsFile(folder, name)
  await access(file).catch(() => {
    throw new ConfigError([`${file} is missing`])
  })
  for await (const line of linesOfFile(file)) yield copiedBlob.parse(JSON.parse(line))
}

const versionOf = ({ size, modifiedAt }: BlobEntry): string => `${size} ${modifiedAt.getTime()}`

async function* counting(stream: Readable, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
}

/** Some at a time; the first failure ends it once those under way are done. */
async function eachOf<T>(all: AsyncIterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const iterator = all[Symbol.asyncIterator]()
  // Asked for by one at a time: a generator answers in turn.
  const worker = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value)
  }
  const results = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
