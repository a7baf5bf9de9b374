import type { Readable } from 'node:stream'

/** Stores bytes by key. Contract of every adapter: test/contracts/blob-store.contract.ts. */
export interface BlobStore {
  /**
   * Stores the bytes under the key and replaces an existing blob atomically. A stream that fails changes
   * nothing. Applies backpressure.
   * @throws INVALID_BLOB_KEY, STORAGE_UNAVAILABLE, or the error of the stream
   */
  put(
    key: string,
    body: Readable | AsyncIterable<Uint8Array> | Uint8Array,
    options: PutOptions,
  ): Promise<BlobStat>
  /**
   * Returns the bytes, or undefined for an unknown key. `size` is the size of the whole blob, even with a
   * range. The caller must read the stream to its end or destroy it. A range beyond the end is empty.
   */
  get(key: string, range?: ByteRange): Promise<BlobRead | undefined>
  stat(key: string): Promise<BlobStat | undefined>
  /** Has no effect for an unknown key. */
  delete(key: string): Promise<void>
  /** Keys with the prefix, in byte order. */
  list(prefix: string): AsyncIterable<BlobEntry>
  /** Copies bytes and content type to another key; false when `from` does not exist. */
  copy(from: string, to: string): Promise<boolean>
  /**
   * Deletes incomplete data of `put` calls that began before `before`, and returns the number of such calls.
   * The caller must choose a time before the start of every running `put`.
   * @throws STORAGE_UNAVAILABLE
   */
  removeUnfinished(before: Date): Promise<number>
  /** @throws STORAGE_UNAVAILABLE */
  ping(): Promise<void>
}

export interface PutOptions {
  readonly contentType: string
}

/** Both ends are inclusive, as in HTTP: 0–0 is the first byte. Without `end`, up to the last byte. */
export interface ByteRange {
  readonly start: number
  readonly end?: number
}

export interface BlobStat {
  /** In bytes. */
  readonly size: number
  readonly contentType: string
  readonly modifiedAt: Date
}

export interface BlobRead extends BlobStat {
  readonly stream: Readable
}

export interface BlobEntry {
  readonly key: string
  readonly size: number
  readonly modifiedAt: Date
}
