/** What differs between posts and pages: the values are `postRules` and `pageRules`. */
import type { Problem } from '@typecase/kernel'
import type { ItemKind } from '../errors.ts'
import type { Change, ContentFact, FactDetails } from '../events.ts'
import type { JsonObject } from '../json.ts'
import type { KnownFields } from '../metadata/known-fields.ts'
import type { ContentStore, ContentWriter, ItemWriter, ScheduleReader } from '../ports.ts'
import type { Head, Item } from './item.ts'
import type { ItemWrite } from './item-write.ts'

/** Fields that only one kind has. Pure. */
export interface FieldRules<F extends object> {
  readonly kind: ItemKind
  /** Metadata fields of the contract, with their form. */
  readonly knownFields: KnownFields
  /** Input names that are stored outside the metadata, besides those of every item. */
  readonly ownNames: readonly string[]
  readonly newFields: (metadata: JsonObject, created: { readonly by: string; readonly slug: string }) => F
  readonly changedFields: (metadata: JsonObject) => Partial<F>
  /** `isNew` permits null in place of a default. */
  readonly fieldErrors: (metadata: JsonObject, id: string, isNew?: boolean) => readonly Problem[]
  /** The item after a change, with fields that depend on each other made to agree. */
  readonly consistent?: (item: Item<F>, change: JsonObject) => Item<F>
  /** The kind's fields by which two states of an item are compared, by API name. */
  readonly compared: (head: Head<F>) => JsonObject
  /** The kind's fields that a revision stores. */
  readonly inRevision: (head: Head<F>) => JsonObject
  /** The fields that restoring a revision sets. */
  readonly restored: (fields: JsonObject) => Partial<F>
  /** Converts the kind's fields to JSON and back. */
  readonly toJson: (head: Head<F>) => JsonObject
  readonly fromJson: (json: JsonObject) => F
  readonly withSlug: (item: Item<F>, slug: string) => Item<F>
  /** True when the site uses the item's address itself. */
  readonly isReserved?: (head: Head<F>) => boolean
  readonly fact: (change: Change, head: Head<F>, details?: FactDetails) => ContentFact
}

export interface ItemRules<F extends object> extends FieldRules<F> {
  readonly writer: (tx: ContentWriter) => ItemWriter<F>
  readonly schedule: (store: ContentStore) => ScheduleReader
  readonly takenSlugs: (
    tx: ContentWriter,
    item: Item<F>,
    slugs: readonly string[],
  ) => Promise<ReadonlySet<string>>
  /** Concurrent batches of a bulk operation: more than one only if they do not wait for each other. */
  readonly parallel: number
  /**
   * Writes one item without the caller's transaction. Absent for pages, because every write locks their tree.
   */
  readonly single?: (store: ContentStore) => SingleWrites<F>
  readonly tree?: TreeRules<F>
}

export interface SingleWrites<F> {
  readonly stored: (id: string) => Promise<Item<F> | undefined>
  readonly takenSlugs: (slugs: readonly string[]) => Promise<ReadonlySet<string>>
  /** @throws DUPLICATE_SLUG, PRECONDITION_FAILED */
  readonly write: (change: ItemWrite<F>) => Promise<void>
}

/** Rules of items that form a tree. */
export interface TreeRules<F> {
  /** Every transaction that writes items of this kind locks first. */
  readonly lock: (tx: ContentWriter) => Promise<void>
  /** Sets the place that the metadata of a request names. @throws VALIDATION_ERROR */
  readonly place: (
    tx: ContentWriter,
    item: Item<F>,
    input: { readonly metadata: JsonObject; readonly before?: Item<F> },
  ) => Promise<Item<F>>
  /** Moves the items below a moved one. */
  readonly follow: (tx: ContentWriter, before: Item<F>, after: Item<F>) => Promise<void>
  /** Deletes the items; those below move up. @throws RESERVED_SLUG */
  readonly remove: (tx: ContentWriter, heads: readonly Head<F>[], at: Date) => Promise<void>
}
