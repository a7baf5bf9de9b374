import type { Readable } from 'node:stream'

/** Keeps bytes under a key. Every adapter is held to one contract suite (test/contracts/blob-store.contract.ts). */
export interface BlobStore {
  /**
   * Stores the bytes, replacing what the key held. Visible whole or not at all: a stream that breaks leaves what was there
   * before. The stream is read no faster than it can be stored.
   *
   * @throws INVALID_BLOB_KEY, STORAGE_UNAVAILABLE, or what the stream broke with.
   */
  put(
    key: string,
    body: Readable | AsyncIterable<Uint8Array> | Uint8Array,
    options: PutOptions,
  ): Promise<BlobStat>
  /**
   * The bytes, or undefined when the key holds none. `size` is that of the whole blob. The reader must read the stream to
   * its end or destroy it. A range beyond the end gives no bytes.
   */
  get(key: string, range?: ByteRange): Promise<BlobRead | undefined>
  stat(key: string): Promise<BlobStat | undefined>
  /** Does nothing when the key holds nothing. */
  delete(key: string): Promise<void>
  /** Every key that begins with the prefix, in the order of its bytes. */
  list(prefix: string): AsyncIterable<BlobEntry>
  /** Stores the same bytes and content type under another key; false when `from` holds nothing. */
  copy(from: string, to: string): Promise<boolean>
  /**
   * Removes what a `put` began before that moment and never ended, because its process died; answers how many. Name a
   * moment that no running `put` is older than.
   *
   * @throws STORAGE_UNAVAILABLE
   */
  removeUnfinished(before: Date): Promise<number>
  /** @throws STORAGE_UNAVAILABLE */
  ping(): Promise<void>
}

export interface PutOptions {
  readonly contentType: string
}

/** Both ends count, as in HTTP: 0–0 is the first byte. Without `end` to the last byte. */
export interface ByteRange {
  readonly start: number
  readonly end?: number
}

export interface BlobStat {
  /** Bytes. */
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
