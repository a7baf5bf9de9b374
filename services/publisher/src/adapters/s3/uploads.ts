import { createHash, randomUUID } from 'node:crypto'
import { type SitePlaces, sitePlaces } from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'

export interface Uploaded {
  readonly digest: string
  readonly size: number
}

export interface Uploads {
  /**
   * Resolves when there is room for more; errors are thrown by later calls. `stored` is the digest of an object that
   * exists already.
   */
  put(bytes: Uint8Array, stored?: string): Promise<Uploaded>
  copy(chunks: AsyncIterable<Uint8Array>): Promise<Uploaded>
  settled(): Promise<void>
}

const atOnce = 24
/** Longer files are stored under a temporary name until their digest is known. */
const mostInMemory = 1024 * 1024
const contentType = 'application/octet-stream'

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

  async function put(bytes: Uint8Array, known?: string): Promise<Uploaded> {
    await room(atOnce - 1)
    const digest = sha256(bytes)
    if (digest !== known) begin(digest, bytes)
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
