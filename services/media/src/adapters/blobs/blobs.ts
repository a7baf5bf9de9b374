import { createHash } from 'node:crypto'
import type { BlobStore } from '@typecase/runtime/blobs'
import { fileNotFound } from '../../core/errors.ts'
import type { Blobs, Fingerprint, RunningHash } from '../../core/ports.ts'

export function sha256(): RunningHash {
  const hash = createHash('sha256')
  return { update: (input) => hash.update(input), hex: () => hash.copy().digest('hex') }
}

/** Blobs in a store. A write hashes the bytes while it stores them. */
export const storedBlobs = (store: BlobStore): Blobs => ({
  async write(key, chunks, contentType) {
    const hash = createHash('sha256')
    let size = 0
    async function* counted(): AsyncIterable<Uint8Array> {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    await store.put(key, counted(), { contentType })
    return { size, digest: hash.digest('hex') }
  },
  async *read(key, range) {
    const found = await store.get(key, range && { start: range.first, end: range.last })
    if (!found) throw fileNotFound()
    // A consumer that leaves its loop early destroys the stream.
    yield* found.stream as AsyncIterable<Uint8Array>
  },
  remove: (key) => store.delete(key),
  async *list(prefix) {
    for await (const { key, size, modifiedAt } of store.list(prefix))
      yield { key, size, changedAt: modifiedAt }
  },
  removeUnfinished: (before) => store.removeUnfinished(before),
})

export const storedFingerprint =
  (store: BlobStore): Fingerprint =>
  async (key) => {
    const found = await store.get(key)
    if (!found) return undefined
    const hash = createHash('sha256')
    for await (const chunk of found.stream) hash.update(chunk as Buffer)
    return hash.digest('hex')
  }
