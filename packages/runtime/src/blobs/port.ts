import type { Readable } from 'node:stream'

/** Stores bytes by key. Contract of every adapter: test/contracts/blob-store.contract.ts. */
export interface BlobStore {
  /**
   * Stores the bytes and replaces previous ones atomically; a broken stream changes nothing. Applies
   * backpressure.
   * @throws INVALID_BLOB_KEY, STORAGE_UNAVAILABLE, or the error of the stream
   */
  put(
    key: string,
    body: Readable | AsyncIterable<Uint8Array> | Uint8Array,
    options: PutOptions,
  ): Promise<BlobStat>
  /**
   * The bytes, or undefined for an unknown key. `size` is that of the whole blob. The caller must read the
   * stream to its end or destroy it. A range beyond the end is empty.
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
   * Deletes incomplete data of `put` calls that began before that time, and returns their number. No running
   * `put` may be older.
   * @throws STORAGE_UNAVAILABLE
   */
  removeUnfinished(before: Date): Promise<number>
  /** @throws STORAGE_UNAVAILABLE */
  ping(): Promise<void>
}

export interface PutOptions {
  readonly contentType: string
}

/** Inclusive, as in HTTP: 0–0 is the first byte. Without `end`, to the last byte. */
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
