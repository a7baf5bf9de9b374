import type { Clock, ItemChange, ItemKey, NewId, PageOf } from '@typecase/kernel'
import type { MediaFact } from './events.ts'
import type { FileType, Folder, MediaFile } from './files/file.ts'
import type { EmbeddedImage } from './references/embedded-image.ts'
import type { ContentItem, ItemUses } from './references/item.ts'
import type { FileTarget, FoundReference } from './references/reference.ts'
import type { RenditionPorts } from './renditions/ports.ts'
import type { Rendition } from './renditions/rendition.ts'

/** The rows of the files, and the facts about them. */
export interface FileStore {
  get(id: string): Promise<MediaFile | undefined>
  /** By its stored name, in the folder of its type. */
  named(folder: Folder, filename: string): Promise<MediaFile | undefined>
  /** Newest first; equal times by id, the later first. */
  list(query: FileQuery): Promise<PageOf<MediaFile>>
  /** The ids among these that have a row. */
  existing(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Runs work in one transaction. Throwing keeps nothing, neither rows nor facts. */
  write<T>(work: (tx: FileWriter) => Promise<T>): Promise<T>
}

export interface FileQuery {
  readonly type?: FileType
  /** Part of a name, alt text or caption, whatever the case. */
  readonly search?: string
  readonly limit?: number
  readonly offset: number
}

export interface FileWriter {
  insert(file: MediaFile): Promise<void>
  /** Holds the row until the end of the work: writers of one file wait for each other. */
  getForUpdate(id: string): Promise<MediaFile | undefined>
  update(file: MediaFile): Promise<void>
  delete(id: string): Promise<void>
  record(fact: MediaFact): Promise<void>
}

/** What should lie in the blobs, for checks of the whole. */
export interface BlobLedger {
  /** The bytes of files that come after that one, in the order of their keys, `limit` at most. */
  filesAfter(after: KeptBlob | undefined, limit: number): Promise<readonly KeptBlob[]>
  /** The same of renditions. */
  renditionsAfter(after: KeptBlob | undefined, limit: number): Promise<readonly KeptBlob[]>
}

/** What a row says of its bytes. `filename` is the name they are served under, `fileId` the file they belong to. */
export type KeptBlob = Pick<Rendition, 'key' | 'fileId' | 'filename' | 'size' | 'digest'>

/** What is known of the uses of files in posts and pages: a copy of what content says, for speed only. */
export interface ReferenceStore {
  /** The newest revision applied of each item, deleted ones included; items never seen are left out. */
  known(items: readonly ItemKey[]): Promise<ReadonlyMap<string, number>>
  /**
   * Replaces what is known of the items in one transaction; an item stays as it is when a newer revision, or its deletion,
   * is known. The uses of deleted items are forgotten for good: ids are never given twice.
   */
  apply(items: readonly ItemUses[], deleted?: readonly ItemKey[]): Promise<void>
  /**
   * Forgets every use and how far content's changes are applied, but not which items are gone: whoever asks next reads all of
   * content anew.
   */
  forgetAll(): Promise<void>
  /** One entry an item and kind of use, posts before pages, then by title and id. */
  find(target: FileTarget): Promise<readonly FoundReference[]>
  /** Up to where content's changes are applied. */
  cursor(): Promise<string | undefined>
  moveCursor(to: string): Promise<void>
}

/** Content, the owner of posts and pages. */
export interface Content {
  /**
   * What changed since the cursor, deleted items included; without one every item there is. Holds each change that was
   * answered to anybody before the call.
   * @throws UPSTREAM_UNAVAILABLE
   */
  changesSince(
    cursor: string | undefined,
  ): Promise<{ readonly changes: readonly ItemChange[]; readonly cursor: string }>
  /** The item as it is now, whoever asks; undefined when there is none. @throws UPSTREAM_UNAVAILABLE */
  item(key: ItemKey): Promise<ContentItem | undefined>
  /** Those of the items that exist, as they are now, in any order. @throws UPSTREAM_UNAVAILABLE */
  items(keys: readonly ItemKey[]): AsyncIterable<ContentItem>
  /**
   * Saves in the name of the one who asks, if the item is still at that revision.
   * @throws PRECONDITION_FAILED, POST_NOT_FOUND, PAGE_NOT_FOUND and what content refuses.
   */
  save(item: ContentItem, change: ItemEdit): Promise<void>
  /** The origins under which the site's own media may be written out: `https://example.org`. */
  ownOrigins(): Promise<readonly string[]>
}

export interface ItemEdit {
  readonly content?: string
  /** null clears. */
  readonly featuredImage?: Readonly<Record<string, unknown>> | null
}

/** Finds the images that a body shows; links, comments, code and plain text are none. */
export interface Markup {
  /** Undefined for a body that can't be read within the limits of time and depth, which is noted with the item's id. */
  images(item: Pick<ContentItem, 'type' | 'id' | 'body'>): Promise<readonly EmbeddedImage[] | undefined>
}

/** The bytes of the files. */
export interface Blobs {
  /**
   * Takes the chunks no faster than it can keep them. When `chunks` throws, nothing is kept and the error passes. Once it
   * answers the bytes are durable. `digest` is SHA-256, hex.
   */
  write(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    contentType: string,
  ): Promise<{ readonly size: number; readonly digest: string }>
  /** Opened when the first chunk is asked for, closed when the reader ends. Both ends of the range count. @throws FILE_NOT_FOUND at the first chunk */
  read(key: string, range?: { readonly first: number; readonly last: number }): AsyncIterable<Uint8Array>
  /** Does nothing when there are none. */
  remove(key: string): Promise<void>
  list(
    prefix: string,
  ): AsyncIterable<{ readonly key: string; readonly size: number; readonly changedAt: Date }>
  /** Removes what was begun to be written before that moment and never ended, because a process died; answers how many. */
  removeUnfinished(before: Date): Promise<number>
}

/** SHA-256 of the bytes that lie under the key, hex; undefined when there are none. */
export type Fingerprint = (key: string) => Promise<string | undefined>

/** Looks into images without trusting them. Takes what it needs of the bytes, `fileSize` of which there are. */
export interface ImageInspector {
  /**
   * Pixels as shown, turned as the file asks, and what blanks the place where a photograph was taken, if it tells one.
   * @throws UNSUPPORTED_FILE_TYPE for what is no such image, BUSY when too many wait.
   */
  measure(
    extension: string,
    bytes: AsyncIterable<Uint8Array>,
    fileSize: number,
  ): Promise<ImageSize & { readonly location?: readonly Patch[] }>
  /**
   * The drawing rebuilt from what is allowed, with its own size if it tells one (contract.md#svg-images).
   * @throws UNSUPPORTED_FILE_TYPE for what is no drawing, or has a document type, entities or a size beyond the limits;
   *   BUSY when too many wait.
   */
  cleanDrawing(
    bytes: AsyncIterable<Uint8Array>,
    fileSize: number,
  ): Promise<{ readonly bytes: Uint8Array } & Partial<ImageSize>>
}

/** Bytes to be put over as many others. */
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
  /** Bytes (contract.md#media-types). */
  readonly maxUploadBytes: number
}
