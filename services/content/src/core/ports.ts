/** Interfaces of the adapters. Each adapter passes test/contracts. */
import type { Clock, NewId, PageOf } from '@typecase/kernel'
import type { ItemKind } from './errors.ts'
import type { ContentFact } from './events.ts'
import type { Head, Item } from './items/item.ts'
import type { ItemWrite } from './items/item-write.ts'
import type { JsonObject } from './json.ts'
import type { Page, PageFields, PageHead, PageType } from './pages/page.ts'
import type { ListPlace } from './posts/list-cursor.ts'
import type { Post, PostFields, PostHead } from './posts/post.ts'
import type { CountedTerm, TermKind } from './posts/terms.ts'
import type { NewRevision, Revision, RevisionHead, Snapshot } from './revisions/revision.ts'
import type { SavedSettings } from './settings/settings.ts'
import type { Status } from './status.ts'

export interface Ports {
  readonly store: ContentStore
  readonly markup: Markup
  readonly clock: Clock
  readonly newId: NewId
  /** Logs errors of single items, which do not end the request. */
  readonly logError: (error: unknown) => void
}

export interface Markup {
  /** Converts Markdown to plain text of about `length` characters. Never throws. */
  plainText(markdown: string, length: number): string
}

export interface ContentStore {
  readonly read: ContentReader
  /** Runs work in one transaction; an error rolls back items and events. */
  write<T>(work: (tx: ContentWriter) => Promise<T>): Promise<T>
  /**
   * Stores one change of a post atomically. Concurrent changes share a transaction, so this is faster than
   * `write`.
   * @throws DUPLICATE_SLUG or DUPLICATE_SOURCE_KEY
   * @throws PRECONDITION_FAILED if another revision or none is stored
   */
  changePost(change: PostChange): Promise<void>
  /**
   * Like `write`, and stores the response of the claim in the same transaction. For 24 hours after the first
   * `claim.at`, a repeated claim returns the first response (contract.md#idempotency-keys).
   * @throws IDEMPOTENCY_IN_PROGRESS while the first claim runs
   * @throws IDEMPOTENCY_MISMATCH for another fingerprint
   */
  writeOnce(
    claim: Claim,
    work: (tx: ContentWriter) => Promise<JsonObject>,
  ): Promise<{ answer: JsonObject; replayed: boolean }>
  /** Every post, every page and the settings as of one instant. */
  snapshot(): AsyncIterable<ContentItem>
  /** Yields the items with these keys that exist, in their current state and in any order. */
  items(keys: readonly ItemKey[]): AsyncIterable<ContentItem>
  /** Highest position of a committed event. Positions rise in the order of commits. */
  position(): Promise<number>
}

export type PostChange = ItemWrite<PostFields>

/** A request with an idempotency key. `fingerprint` is the digest of its body. */
export interface Claim {
  readonly owner: string
  readonly route: string
  readonly key: string
  readonly fingerprint: string
  readonly at: Date
}

export const claimLifeMs = 24 * 60 * 60 * 1000

export interface ItemKey {
  readonly type: ItemKind
  readonly id: string
}

export type ContentItem =
  | { readonly post: Post }
  | { readonly page: Page }
  | { readonly settings: SavedSettings }

export type WholeItem = Exclude<ContentItem, { readonly settings: SavedSettings }>

export interface ContentReader {
  readonly posts: PostReader
  readonly pages: PageReader
  readonly transfer: TransferReader
  settings(): Promise<SavedSettings>
}

/** The body in a list: the Markdown, the plain text, or none. */
export type Body = 'content' | 'text' | 'none'

export type Listed<T> = T & { readonly metadata: JsonObject; readonly body: string | undefined }

export type SortField = 'createdAt' | 'updatedAt' | 'publishedAt' | 'title'

export interface Sort {
  readonly by: SortField
  readonly descending: boolean
}

export interface PostQuery {
  readonly status?: Status | undefined
  readonly category?: string | undefined
  readonly tag?: string | undefined
  readonly author?: string | undefined
  /** Prefixes of words, all of which must match. An empty list matches nothing. */
  readonly terms?: readonly string[] | undefined
  /** Only posts after that position, by createdAt descending; the total counts all matches. */
  readonly after?: ListPlace | undefined
  /** Equal values sort newest first, then by id descending (contract.md#post-lists). */
  readonly sort: Sort
  readonly limit: number
  readonly offset: number
  readonly body: Body
}

export interface TermQuery {
  readonly kind: TermKind
  /** Substring of the folded name; empty matches every name. */
  readonly search: string
  readonly limit: number
  readonly offset: number
}

export interface PageQuery {
  readonly status?: Status | undefined
  readonly pageType?: PageType | undefined
  readonly limit?: number | undefined
  readonly offset: number
  readonly body: Body
}

export interface TransferReader {
  /** Items by source key. */
  bySourceKey(keys: readonly string[]): Promise<ReadonlyMap<string, KeyedItem>>
  /** Returns the subset of `ids` that belong to existing or deleted items of this kind. */
  usedIds(kind: ItemKind, ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Items of the same kind as `place` with a higher id, ordered by id: at most `limit` and about 8 MiB, but
   * at least one if any exists. `isLast` is true if no item of this kind follows.
   */
  after(
    place: ItemKey,
    limit: number,
  ): Promise<{ readonly items: readonly WholeItem[]; readonly isLast: boolean }>
  /**
   * Revisions of items of that kind after `place`, ordered by item id and revision number; limited like
   * `after`.
   */
  revisionsAfter(
    place: RevisionPlace,
    limit: number,
  ): Promise<{ readonly revisions: readonly ItemRevision[]; readonly isLast: boolean }>
}

/** An item that has a source key. */
export interface KeyedItem extends ItemKey {
  readonly slug: string
}

export interface RevisionPlace extends ItemKey {
  readonly revision: number
}

export interface ItemRevision extends ItemKey {
  readonly revision: Revision
}

export interface RevisionReader {
  /** Newest first; empty for an unknown id, even if it is not a UUID. */
  list(id: string, part: { readonly limit: number; readonly offset: number }): Promise<PageOf<RevisionHead>>
  get(id: string, revision: number): Promise<Revision | undefined>
}

export interface ScheduleReader {
  /** Ids of items whose change of status is due at that instant, longest due first. */
  due(at: Date, limit: number): Promise<readonly string[]>
}

export interface PostReader extends ScheduleReader {
  readonly revisions: RevisionReader
  /** Undefined for an unknown id, even if it is not a UUID. */
  get(id: string): Promise<Omit<Post, 'text'> | undefined>
  /** Like `get`, but with the plain text, which changes need. */
  stored(id: string): Promise<Post | undefined>
  /** Returns the subset of `slugs` that is taken. */
  takenSlugs(slugs: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the posts with these ids that exist, in any order. */
  heads(ids: readonly string[]): Promise<readonly Listed<PostHead>[]>
  /** @throws VALIDATION_ERROR when metadata and content exceed `listBytes`, without reading them */
  list(query: PostQuery): Promise<PageOf<Listed<PostHead>>>
  /** Names that posts use, most used first, then by name. */
  terms(query: TermQuery): Promise<PageOf<CountedTerm>>
}

export interface PageReader extends ScheduleReader {
  readonly revisions: RevisionReader
  get(id: string): Promise<Page | undefined>
  /** The custom page with that slug. */
  custom(slug: string): Promise<PageHead | undefined>
  /**
   * Newest first, then by id descending (contract.md#page-lists).
   * @throws VALIDATION_ERROR when metadata and content exceed `listBytes`
   */
  list(query: PageQuery): Promise<PageOf<Listed<PageHead>>>
}

export interface ContentWriter {
  readonly posts: PostWriter
  readonly pages: PageWriter
  /** Locks the settings until the transaction ends. */
  lockSettings(): Promise<SavedSettings>
  saveSettings(settings: SavedSettings): Promise<void>
  /** Records the event if the transaction commits. */
  record(fact: ContentFact): Promise<void>
}

/** Writes items of one kind. Locks are held until the transaction ends. */
export interface ItemWriter<F> {
  /** Reads and locks the item. */
  get(id: string): Promise<Item<F> | undefined>
  /** Locks the existing items and returns them without long texts. Concurrent calls never deadlock. */
  lock(ids: readonly string[]): Promise<readonly Head<F>[]>
  /** The transaction can continue after DUPLICATE_SLUG. @throws DUPLICATE_SLUG or DUPLICATE_SOURCE_KEY */
  insert(item: Item<F>): Promise<void>
  /**
   * Saves the item if exactly its previous revision is stored.
   * @throws DUPLICATE_SLUG or DUPLICATE_SOURCE_KEY
   * @throws PRECONDITION_FAILED if another revision is stored
   */
  save(item: Item<F>): Promise<void>
  /**
   * Saves status, schedule, updatedAt, position in the tree and revision of several items, if the previous
   * revision of each is stored.
   * @throws PRECONDITION_FAILED
   */
  saveHeads(heads: readonly Head<F>[]): Promise<void>
  /** Stores the current state of these items as revisions. Called once per save. */
  insertRevisions(revisions: readonly NewRevision[]): Promise<void>
  /** Stores states other than the current ones. No snapshot has a higher revision number than its item. */
  insertSnapshots(snapshots: readonly Snapshot[]): Promise<void>
  /** Deletes these items at these revisions, with all stored revisions. @throws PRECONDITION_FAILED */
  delete(heads: readonly Head<F>[]): Promise<void>
}

export interface PostWriter extends ItemWriter<PostFields> {
  /** Returns the subset of `slugs` that is taken. */
  takenSlugs(slugs: readonly string[]): Promise<ReadonlySet<string>>
}

export interface PageWriter extends ItemWriter<PageFields> {
  takenSlugs(pageType: PageType, slugs: readonly string[]): Promise<ReadonlySet<string>>
  /** Locks the tree against other writers of pages until the transaction ends. Called first. */
  lockTree(): Promise<void>
  custom(slug: string): Promise<PageHead | undefined>
  children(id: string): Promise<readonly PageHead[]>
  /** All descendants, parents first. */
  descendants(id: string): Promise<readonly PageHead[]>
}
