import type { Clock, ItemChange, ItemKey, NewId, PageOf } from '@typecase/kernel'
import type { MediaFact } from './events.ts'
import type { FileType, Folder, MediaFile } from './files/file.ts'
import type { EmbeddedImage } from './references/embedded-image.ts'
import type { ContentItem, ImageField, ItemUses, SiteImage, SiteSettings } from './references/item.ts'
import type { FileTarget, FoundReference } from './references/reference.ts'
import type { RenditionPorts } from './renditions/ports.ts'
import type { Rendition } from './renditions/rendition.ts'

/** Rows of files and their events. */
export interface FileStore {
  get(id: string): Promise<MediaFile | undefined>
  /** Finds a file by its stored name in the folder of its type. */
  named(folder: Folder, filename: string): Promise<MediaFile | undefined>
  /** Newest first; files with the same date by id, descending. */
  list(query: FileQuery): Promise<PageOf<MediaFile>>
  /** Returns the ids that have a row. */
  existing(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** The upload that used the key within the last 24 hours, if its file still exists. */
  keyed(key: UploadKey): Promise<KeyedUpload | undefined>
  /**
   * Reserves an id for an upload, for 15 minutes or until the file exists. Returns `free` if the id is now
   * reserved. Otherwise another upload has stored a file with the id or reserved it, or a deleted file had
   * it.
   */
  reserveId(id: string, at: Date): Promise<'free' | 'stored' | 'reserved' | 'deleted'>
  /** Returns the ids that uploads reserved within the last 15 minutes. */
  reserved(ids: readonly string[], at: Date): Promise<ReadonlySet<string>>
  /** Ends the reservation of an id. */
  releaseId(id: string): Promise<void>
  /** Runs `work` in a transaction. If it throws, neither rows nor events are stored. */
  write<T>(work: (tx: FileWriter) => Promise<T>): Promise<T>
}

export interface FileQuery {
  readonly type?: FileType
  /** Substring of name, alt text or caption, case-insensitive. */
  readonly search?: string
  readonly limit?: number
  readonly offset: number
}

/** Identifies an upload that may be repeated (contract.md#media-uploads). */
export interface UploadKey {
  readonly owner: string
  readonly route: string
  readonly key: string
  readonly at: Date
}

export interface KeyedUpload {
  readonly fileId: string
  /** SHA-256 over name, type, bytes and description, hex. */
  readonly fingerprint: string
}

export interface FileWriter {
  insert(file: MediaFile): Promise<void>
  /** Locks the row until the transaction ends. */
  getForUpdate(id: string): Promise<MediaFile | undefined>
  update(file: MediaFile): Promise<void>
  delete(id: string): Promise<void>
  record(fact: MediaFact): Promise<void>
  /**
   * Stores the upload under the key, for 24 hours or until its file is deleted. Waits for a concurrent
   * transaction with the same key. If that one commits, returns its upload and stores nothing.
   */
  keepKey(key: UploadKey, upload: KeyedUpload): Promise<KeyedUpload | undefined>
}

/** Blobs that should exist, for consistency checks. */
export interface BlobLedger {
  /** The first `limit` blobs of files after `after`, in key order. */
  filesAfter(after: StoredBlob | undefined, limit: number): Promise<readonly StoredBlob[]>
  /** The first `limit` blobs of renditions after `after`, in key order. */
  renditionsAfter(after: StoredBlob | undefined, limit: number): Promise<readonly StoredBlob[]>
}

/**
 * The blob of a row. `filename` is the served name, `fileId` the id of the file or of the rendition's
 * original.
 */
export type StoredBlob = Pick<Rendition, 'key' | 'fileId' | 'filename' | 'size' | 'digest'>

/** Projection of the uses of files in posts and pages. */
export interface ReferenceStore {
  /** The newest applied revision of each item, infinite for deleted ones; omits unknown items. */
  known(items: readonly ItemKey[]): Promise<ReadonlyMap<string, number>>
  /**
   * Replaces the uses of the items in one transaction; skips outdated items. Uses of deleted items are
   * removed permanently, because ids are never reused.
   */
  apply(items: readonly ItemUses[], deleted?: readonly ItemKey[]): Promise<void>
  /**
   * Removes all uses and the cursor, so that the next query reads all content. The records of deleted items
   * stay.
   */
  forgetAll(): Promise<void>
  /** One entry per item and kind of use; posts before pages, then by title and id. */
  find(target: FileTarget): Promise<readonly FoundReference[]>
  /** Position up to which changes of content are applied. */
  cursor(): Promise<string | undefined>
  moveCursor(to: string): Promise<void>
}

/** The content service, owner of posts and pages. */
export interface Content {
  /**
   * All changes after the cursor that were acknowledged before the call, including deletions. Without a
   * cursor, all items.
   * @throws UPSTREAM_UNAVAILABLE
   */
  changesSince(
    cursor: string | undefined,
  ): Promise<{ readonly changes: readonly ItemChange[]; readonly cursor: string }>
  /** The current item; undefined if it does not exist. @throws UPSTREAM_UNAVAILABLE */
  item(key: ItemKey): Promise<ContentItem | undefined>
  /** Yields the items with these keys that exist, in any order. @throws UPSTREAM_UNAVAILABLE */
  items(keys: readonly ItemKey[]): AsyncIterable<ContentItem>
  /**
   * Saves as the calling user, if the revision of the item is still `item.revision`.
   * @throws PRECONDITION_FAILED, POST_NOT_FOUND, PAGE_NOT_FOUND or another error of content
   */
  save(item: ContentItem, change: ItemEdit): Promise<void>
  /** @throws UPSTREAM_UNAVAILABLE */
  siteSettings(): Promise<SiteSettings>
  /** Clears these settings as the calling user. */
  clearSiteImages(images: readonly SiteImage[]): Promise<void>
}

export interface ItemEdit {
  readonly content?: string
  /** null clears the field. */
  readonly featuredImage?: ImageField | null
  readonly socialImage?: ImageField | null
}

/** Finds the images that a body shows, but no image URLs in links, comments, code or plain text. */
export interface Markup {
  /** Undefined if the body exceeds the limits of time or depth. Logs the id of such an item. */
  images(item: Pick<ContentItem, 'type' | 'id' | 'body'>): Promise<readonly EmbeddedImage[] | undefined>
}

/** Contents of files. */
export interface Blobs {
  /**
   * Stores the chunks durably, with backpressure. Stores nothing if `chunks` throws. `digest` is SHA-256,
   * hex.
   */
  write(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    contentType: string,
  ): Promise<{ readonly size: number; readonly digest: string }>
  /**
   * Opens the blob when the consumer requests the first chunk, and closes it when the consumer ends. The
   * range is inclusive.
   * @throws FILE_NOT_FOUND at the first chunk
   */
  read(key: string, range?: { readonly first: number; readonly last: number }): AsyncIterable<Uint8Array>
  /** Idempotent. */
  remove(key: string): Promise<void>
  list(
    prefix: string,
  ): AsyncIterable<{ readonly key: string; readonly size: number; readonly changedAt: Date }>
  /** Removes unfinished writes that started before that instant, and returns their number. */
  removeUnfinished(before: Date): Promise<number>
}

/** Incremental SHA-256. */
export interface RunningHash {
  update(input: Uint8Array | string): unknown
  /** Digest of the input so far. */
  hex(): string
}

/** SHA-256 of the blob, hex; undefined if it does not exist. */
export type Fingerprint = (key: string) => Promise<string | undefined>

/** Inspects untrusted images of `fileSize` bytes. Reads only as many bytes as necessary. */
export interface ImageInspector {
  /**
   * Size in pixels with the orientation applied, and patches that blank the location in the metadata.
   * @throws UNSUPPORTED_FILE_TYPE if the bytes are no image of that type, BUSY if the queue is full
   */
  measure(
    extension: string,
    bytes: AsyncIterable<Uint8Array>,
    fileSize: number,
  ): Promise<ImageSize & { readonly location?: readonly Patch[] }>
  /**
   * The drawing, rebuilt from allowed parts, with its size if it has one (contract.md#svg-images).
   * @throws UNSUPPORTED_FILE_TYPE for other files, entities or excessive size, BUSY if the queue is full
   */
  cleanDrawing(
    bytes: AsyncIterable<Uint8Array>,
    fileSize: number,
  ): Promise<{ readonly bytes: Uint8Array } & Partial<ImageSize>>
}

/** Replaces bytes without changing the length. */
export interface Patch {
  readonly at: number
  readonly bytes: Uint8Array
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}

export interface Ports extends RenditionPorts {
  readonly files: FileStore
  readonly references: ReferenceStore
  readonly content: Content
  readonly markup: Markup
  readonly blobs: Blobs
  readonly images: ImageInspector
  readonly clock: Clock
  readonly newId: NewId
  readonly newHash: () => RunningHash
  /** Bytes (contract.md#media-types). */
  readonly maxUploadBytes: number
}
