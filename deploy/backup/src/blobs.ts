/** Copies blobs from a store to a backup folder and back. */
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

/** Blobs copied at the same time. */
const concurrency = 4

/**
 * Copies a store into a backup. `copyChanged` copies the blobs that are new or have changed since its last
 * call.
 */
export function blobCopy(folder: string, name: string, from: BlobStore) {
  const to = folderBlobStore(blobsFolder(folder, name))
  const copied = new Map<string, CopiedBlob & { readonly version: string }>()

  async function copy(entry: BlobEntry): Promise<void> {
    if (copied.get(entry.key)?.version === versionOf(entry)) return
    const read = await from.get(entry.key)
    // The blob was deleted after it was listed.
    if (!read) return
    const hash = createHash('sha256')
    const { size, contentType } = await to.put(entry.key, hashed(read.stream, hash), {
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
    copyChanged: () => eachOf(from.list(''), copy),
    /** Copied blobs in key order. */
    list: (): CopiedBlob[] =>
      [...copied.values()]
        .map(({ version: _, ...blob }) => blob)
        .toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))),
  }
}

/**
 * Writes every blob of the backup to the store that `storeOf` returns for its key.
 * @throws ConfigError for a damaged blob, or a blob for which there is no store
 */
export async function putBlobs(
  folder: string,
  name: string,
  storeOf: (key: string) => BlobStore,
): Promise<void> {
  const path = blobsFolder(folder, name)
  const from = folderBlobStore(path)
  await eachOf(blobsIn(folder, name), async ({ key, contentType, sha256 }) => {
    const read = await from.get(key)
    if (!read) throw new ConfigError([`${path} is damaged: ${key} is missing`])
    const hash = createHash('sha256')
    await storeOf(key).put(key, hashed(read.stream, hash), { contentType })
    if (hash.digest('hex') !== sha256)
      throw new ConfigError([`${path} is damaged: the content of ${key} has changed`])
  })
}

/** Reads every blob of the backup. @throws ConfigError when a blob is missing or damaged */
export async function checkBlobs(folder: string, name: string): Promise<void> {
  const path = blobsFolder(folder, name)
  const from = folderBlobStore(path)
  await eachOf(blobsIn(folder, name), async ({ key, sha256 }) => {
    const read = await from.get(key)
    if (!read) throw new ConfigError([`${path} is damaged: ${key} is missing`])
    const hash = createHash('sha256')
    for await (const chunk of read.stream) hash.update(chunk)
    if (hash.digest('hex') !== sha256)
      throw new ConfigError([`${path} is damaged: the content of ${key} has changed`])
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

async function* hashed(stream: Readable, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
}

/**
 * Runs `work` for several items at a time. An error stops one worker; the other workers handle the remaining
 * items. Then rejects with the error.
 */
async function eachOf<T>(all: AsyncIterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const iterator = all[Symbol.asyncIterator]()
  // A generator returns one item at a time, so workers can share it.
  const worker = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value)
  }
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
