/** What is known of content: the publisher's own read model, brought up to date from the owner's changes. */
import { type ItemChange, type ItemKey, itemName } from '@typecase/kernel'
import type { Page, Post } from './site.ts'

/** A post or page without its body, which is known by the digest of its Markdown. Never changed once made. */
export type Written<T extends Post | Page> = T extends unknown
  ? Omit<T, 'body'> & { readonly textDigest: string }
  : never

export type WrittenEntry = Written<Post | Page>

export type EntryKey = ItemKey

/** `null` stands for one that is not published, or not any more. */
export interface EntryRecord extends EntryKey {
  readonly revision: number
  readonly entry: WrittenEntry | null
}

export type EntryChange = ItemChange

/** An entry as its owner has it, with its Markdown. */
export interface EntrySource extends EntryRecord {
  readonly markdown: string
}

/** The owner of posts and pages. */
export interface ContentFeed {
  /** Every change that was answered before the call, since the cursor; some may come again. @throws UPSTREAM_UNAVAILABLE */
  changesSince(
    cursor: string | undefined,
    signal?: AbortSignal,
  ): Promise<{ readonly changes: readonly EntryChange[]; readonly cursor: string }>
  /** Those entries as they are now; ones that were deleted are left out. @throws UPSTREAM_UNAVAILABLE */
  entries(keys: readonly EntryKey[], signal?: AbortSignal): Promise<readonly EntrySource[]>
  /** All of them, in portions. @throws UPSTREAM_UNAVAILABLE */
  everything(signal?: AbortSignal): AsyncIterable<readonly EntrySource[]>
}

/** Where the read model is kept. */
export interface ModelStore {
  /** How far the model is; undefined before anything was applied. */
  cursor(): Promise<string | undefined>
  /** All that is known, without the Markdown, in no particular order; and the cursor it belongs to. */
  records(): Promise<{ readonly cursor: string | undefined; readonly records: readonly EntryRecord[] }>
  /** Takes entries in, unless it knows a newer revision of one. */
  apply(sources: readonly EntrySource[]): Promise<void>
  moveCursor(cursor: string): Promise<void>
  /** The Markdown of published entries; one that is not there any more is left out. */
  texts(keys: readonly EntryKey[]): Promise<ReadonlyMap<string, string>>
}

/** Raised when an entry is made of other fields: what was kept before is then read anew. */
export const modelEdition = 4

/** One name for an entry. */
export const entryName = itemName

/** Pages have a path. */
export const entryType = (entry: { readonly id: string }): EntryKey['type'] =>
  'path' in entry ? 'page' : 'post'

export const entryKey = (entry: { readonly id: string }): EntryKey => ({
  type: entryType(entry),
  id: entry.id,
})
