import { createHash, randomUUID } from 'node:crypto'
import { type SitePlaces, sitePlaces } from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'

export interface Uploaded {
  readonly digest: string
  readonly size: number
}

const atOnce = 24
/**
 * Files of at most this many bytes are stored from memory. Longer files have a temporary name until their
 * digest is known.
 */
const mostInMemory = 1024 * 1024
const contentType = 'application/octet-stream'

export class ObjectUploads {
  readonly #blobs: BlobStore
  readonly #places: SitePlaces
  /** Digests of existing objects. */
  readonly #existing: ReadonlySet<string>
  /** Digests of objects that were stored here. */
  readonly #stored = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | undefined

  constructor(blobs: BlobStore, outputDir: string, existing: ReadonlySet<string>) {
    this.#blobs = blobs
    this.#places = sitePlaces(outputDir)
    this.#existing = existing
  }

  /**
   * Waits for a free slot, then starts an upload unless the object exists. Does not wait for its completion.
   * After a failed upload, later calls throw its error.
   */
  async put(bytes: Uint8Array): Promise<Uploaded> {
    await this.#atMost(atOnce - 1)
    const digest = sha256(bytes)
    if (!this.#existing.has(digest) && !this.#stored.has(digest)) this.#begin(digest, bytes)
    return { digest, size: bytes.length }
  }

  async copy(chunks: AsyncIterable<Uint8Array>): Promise<Uploaded> {
    const source = chunks[Symbol.asyncIterator]()
    const first: Uint8Array[] = []
    let length = 0
    while (length <= mostInMemory) {
      const next = await source.next()
      if (next.done) return this.put(Buffer.concat(first))
      first.push(next.value)
      length += next.value.length
    }
    return this.#copyLong(joined(first, source))
  }

  completed(): Promise<void> {
    return this.#atMost(0)
  }

  async #atMost(count: number): Promise<void> {
    while (this.#running.size > count) await Promise.race(this.#running)
    if (this.#failure) throw this.#failure.error
  }

  #begin(digest: string, bytes: Uint8Array): void {
    this.#stored.add(digest)
    const upload = this.#blobs
      .put(this.#places.object(digest), bytes, { contentType })
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .then(() => void this.#running.delete(upload))
    this.#running.add(upload)
  }

  async #copyLong(chunks: AsyncIterable<Uint8Array>): Promise<Uploaded> {
    const hash = createHash('sha256')
    let size = 0
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    const temporary = `${this.#places.all}unfinished/${randomUUID()}`
    await this.#blobs.put(temporary, counted(), { contentType })
    const digest = hash.digest('hex')
    if (!(await this.#blobs.copy(temporary, this.#places.object(digest))))
      throw new Error('an object was lost while it was stored')
    await this.#blobs.delete(temporary)
    return { digest, size }
  }
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
