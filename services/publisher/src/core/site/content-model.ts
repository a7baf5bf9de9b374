import { type ItemChange, type ItemKey, itemName } from '@typecase/kernel'
import type { Page, Post } from './site.ts'

export type Written<T extends Post | Page> = T extends unknown
  ? Omit<T, 'body'> & { readonly textDigest: string }
  : never

export type WrittenEntry = Written<Post | Page>

export type EntryKey = ItemKey

/** `entry` is null if the post or page is not published. */
export interface EntryRecord extends EntryKey {
  readonly revision: number
  readonly entry: WrittenEntry | null
}

export type EntryChange = ItemChange

export interface EntrySource extends EntryRecord {
  readonly markdown: string
}

export interface ContentFeed {
  /** Returns every change acknowledged before the call, and may repeat some. @throws UPSTREAM_UNAVAILABLE */
  changesSince(
    cursor: string | undefined,
    signal?: AbortSignal,
  ): Promise<{ readonly changes: readonly EntryChange[]; readonly cursor: string }>
  /** Omits deleted entries. @throws UPSTREAM_UNAVAILABLE */
  entries(keys: readonly EntryKey[], signal?: AbortSignal): Promise<readonly EntrySource[]>
  /** @throws UPSTREAM_UNAVAILABLE */
  everything(signal?: AbortSignal): AsyncIterable<readonly EntrySource[]>
}

/** Stores the read model: the posts and pages as this service has read them from the content service. */
export interface ModelStore {
  cursor(): Promise<string | undefined>
  records(): Promise<{ readonly cursor: string | undefined; readonly records: readonly EntryRecord[] }>
  /** Stores the sources, except those older than the stored revision. */
  apply(sources: readonly EntrySource[]): Promise<void>
  moveCursor(cursor: string): Promise<void>
  /** Markdown by entry name, without deleted entries. */
  texts(keys: readonly EntryKey[]): Promise<ReadonlyMap<string, string>>
  /** Keeps a snapshot of the current model readable for other processes, until `end`. */
  hold(): Promise<HeldModel>
  /** Reads a model that another process holds. @throws Error if the model is no longer held */
  readHeld<T>(snapshot: string, read: (model: SnapshotOfModel) => Promise<T>): Promise<T>
}

export interface HeldModel {
  /** Id of the snapshot for other processes. */
  readonly snapshot: string
  end(): Promise<void>
}

export interface SnapshotOfModel {
  cursor(): Promise<string | undefined>
  /** The revision of every entry. */
  revisions(): Promise<readonly (EntryKey & { readonly revision: number })[]>
  records(keys: readonly EntryKey[]): Promise<readonly EntryRecord[]>
  texts(keys: readonly EntryKey[]): Promise<ReadonlyMap<string, string>>
}

/** Increment when the fields of entries change; the service then reads all entries again. */
export const modelVersion = 7

export const entryName = itemName

export const entryType = (entry: { readonly id: string }): EntryKey['type'] =>
  'path' in entry ? 'page' : 'post'

export const entryKey = (entry: { readonly id: string }): EntryKey => ({
  type: entryType(entry),
  id: entry.id,
})
