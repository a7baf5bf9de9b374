/** Files that become objects named after their contents, many at a time. */
import { createHash, randomUUID } from 'node:crypto'
import { type SitePlaces, sitePlaces } from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'

export interface Uploaded {
  /** SHA-256 of the bytes. */
  readonly digest: string
  readonly size: number
}

export interface Uploads {
  /** Answers as soon as there is room for more; what failed is thrown by a later call. */
  put(bytes: Uint8Array): Promise<Uploaded>
  /** Stores what comes in portions, whatever its size. */
  copy(chunks: AsyncIterable<Uint8Array>): Promise<Uploaded>
  /** Waits until all is stored. @throws what the first failure was */
  settled(): Promise<void>
}

const atOnce = 24
/** Bytes that are had in memory until their digest is known; what is longer is stored under a name of its own first. */
const mostInMemory = 1024 * 1024
/** What objects are stored as: one may be several files of different types. */
const contentType = 'application/octet-stream'

/** `known` are the digests of objects that are there and stay. */
export function objectUploads(blobs: BlobStore, outputDir: string, known: ReadonlySet<string>): Uploads {
  const places = sitePlaces(outputDir)
  const stored = new Set(known)
  const running = new Set<Promise<void>>()
  let failure: { readonly error: unknown } | undefined

  function begin(digest: string, bytes: Uint8Array): void {
    if (stored.has(digest)) return
    stored.add(digest)
    const upload = blobs.put(places.object(digest), bytes, { contentType }).then(
      () => void running.delete(upload),
      (error: unknown) => {
        running.delete(upload)
        failure ??= { error }
      },
    )
    running.add(upload)
  }

  async function room(limit: number): Promise<void> {
    while (running.size > limit) await Promise.race(running)
    if (failure) throw failure.error
  }

  async function put(bytes: Uint8Array): Promise<Uploaded> {
    await room(atOnce - 1)
    const digest = sha256(bytes)
    begin(digest, bytes)
    return { digest, size: bytes.length }
  }

  return {
    put,
    async copy(chunks) {
      const source = chunks[Symbol.asyncIterator]()
      const first: Uint8Array[] = []
      let length = 0
      while (length <= mostInMemory) {
        const next = await source.next()
        if (next.done) return put(Buffer.concat(first))
        first.push(next.value)
        length += next.value.length
      }
      return putLong(blobs, places, first, source)
    },
    settled: () => room(0),
  }
}

async function putLong(
  blobs: BlobStore,
  places: SitePlaces,
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): Promise<Uploaded> {
  const hash = createHash('sha256')
  let size = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of joined(first, rest)) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const aside = `${places.all}unfinished/${randomUUID()}`
  await blobs.put(aside, counted(), { contentType })
  const digest = hash.digest('hex')
  if (!(await blobs.copy(aside, places.object(digest))))
    throw new Error('an object was lost while it was stored')
  await blobs.delete(aside)
  return { digest, size }
}

async function* joined(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
