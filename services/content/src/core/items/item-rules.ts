/** Differences between posts and pages, defined by `postRules` and `pageRules`. */
import type { Problem } from '@typecase/kernel'
import type { ItemKind } from '../errors.ts'
import type { Change, ContentFact, FactDetails } from '../events.ts'
import type { JsonObject } from '../json.ts'
import type { FieldChecks } from '../metadata/field-checks.ts'
import type { ContentStore, ContentWriter, ItemWriter, ScheduleReader } from '../ports.ts'
import type { Head, Item } from './item.ts'
import type { ItemWrite } from './item-write.ts'

/** Pure rules of the fields that only posts or only pages have. */
export interface FieldRules<F extends object> {
  readonly kind: ItemKind
  /** Checks of the metadata fields in the contract. */
  readonly fieldChecks: FieldChecks
  /** Input names of this kind that are stored outside the metadata. */
  readonly ownFieldNames: readonly string[]
  readonly initialFields: (metadata: JsonObject, created: { readonly by: string; readonly slug: string }) => F
  readonly changedFields: (metadata: JsonObject) => Partial<F>
  /** `isNew` permits null, which selects the default. */
  readonly fieldErrors: (metadata: JsonObject, id: string, isNew?: boolean) => readonly Problem[]
  /** Makes dependent fields consistent after a change. */
  readonly reconcile?: (item: Item<F>, change: JsonObject) => Item<F>
  /** The kind's fields that a comparison of two states includes, by API name. */
  readonly comparedFields: (head: Head<F>) => JsonObject
  /** The kind's fields that a revision stores. */
  readonly revisionFields: (head: Head<F>) => JsonObject
  /** The fields that restoring a revision sets. */
  readonly restoredFields: (fields: JsonObject) => Partial<F>
  /** Converts the kind's fields to JSON; `fromJson` reverses this. */
  readonly toJson: (head: Head<F>) => JsonObject
  readonly fromJson: (json: JsonObject) => F
  readonly withSlug: (item: Item<F>, slug: string) => Item<F>
  /** True when the site itself uses the item's address. */
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
  /** Maximum concurrent batches of a bulk operation; must be 1 if batches wait for each other. */
  readonly parallel: number
  /** Writes one item; the caller opens no transaction. Absent for pages: their writes lock the tree. */
  readonly single?: (store: ContentStore) => SingleWrites<F>
  readonly tree?: TreeRules<F>
}

export interface SingleWrites<F> {
  readonly stored: (id: string) => Promise<Item<F> | undefined>
  readonly takenSlugs: (slugs: readonly string[]) => Promise<ReadonlySet<string>>
  /** @throws DUPLICATE_SLUG or PRECONDITION_FAILED */
  readonly write: (change: ItemWrite<F>) => Promise<void>
}

/** Rules of items that form a tree. */
export interface TreeRules<F> {
  /** Called first in every transaction that writes items of this kind. */
  readonly lock: (tx: ContentWriter) => Promise<void>
  /** Sets the position that the metadata of a request names. @throws VALIDATION_ERROR */
  readonly place: (
    tx: ContentWriter,
    item: Item<F>,
    input: { readonly metadata: JsonObject; readonly before?: Item<F> },
  ) => Promise<Item<F>>
  /** Moves the descendants of an item that was moved or renamed. */
  readonly follow: (tx: ContentWriter, before: Item<F>, after: Item<F>) => Promise<void>
  /** Deletes the items; their descendants move up. @throws RESERVED_SLUG */
  readonly remove: (tx: ContentWriter, heads: readonly Head<F>[], at: Date) => Promise<void>
}
