/** Creates, replaces or skips one imported item. */
import type { Problem } from '@typecase/kernel'
import { idTaken, itemExists, sourceKeyTaken } from '../errors.ts'
import { changedFieldNames, type Draft, draftItem } from '../items/build-item.ts'
import { insertDraft } from '../items/create-item.ts'
import type { Item } from '../items/item.ts'
import type { ItemRules } from '../items/item-rules.ts'
import { applyDecision, found } from '../items/write-item.ts'
import type { JsonObject } from '../json.ts'
import { previewLimit } from '../list-input.ts'
import type { KeyedItem, Ports } from '../ports.ts'
import { shownPublication } from '../publication.ts'
import { type Identity, type ImportInput, type ImportResult, identityOf } from './import-input.ts'
import { revisionErrors, storedRevisions } from './imported-revisions.ts'
import type { StoredItems } from './stored-items.ts'

/** @throws VALIDATION_ERROR, DUPLICATE_SLUG, DUPLICATE_SOURCE_KEY, DUPLICATE_ID or ITEM_EXISTS */
export async function writeImported<F extends object>(
  rules: ItemRules<F>,
  ports: Ports,
  by: string,
  item: ImportInput,
  stored: StoredItems,
): Promise<ImportResult> {
  const now = ports.clock()
  const identity = identityOf(item, now)
  const place = await placeOf(rules, ports, identity, stored)
  if ('isFree' in place) {
    const { revisions = [] } = item
    const errors = revisionErrors(revisions)
    const draft = datedDraft(rules, ports, item, identity, { id: place.id, by, now, errors })
    const history = storedRevisions(rules, revisions)
    const created = await insertDraft(rules, ports.store, draft, { metadata: item.metadata, by, history })
    return { success: true, id: created.id, slug: created.slug, status: 'created' }
  }
  if (item.onExisting === 'fail') throw itemExists(rules.kind, place.id)
  if (item.onExisting === 'skip') return unchanged(place)
  return replaceItem(rules, ports, { by, now }, item, identity, place.id)
}

type Found = Pick<KeyedItem, 'id' | 'slug'>
type Place = { readonly id: string; readonly isFree: true } | Found

const unchanged = ({ id, slug }: Found): ImportResult => ({
  success: true,
  id,
  slug,
  status: 'unchanged',
})

/**
 * Finds the stored item by source key, then by id. If there is none, returns a free id. Ids of deleted items
 * are not reused, because other services would ignore events about the new item. An item without a valid
 * identity counts as new, so that all its errors are reported.
 * @throws DUPLICATE_SOURCE_KEY or DUPLICATE_ID
 */
async function placeOf<F extends object>(
  rules: ItemRules<F>,
  { store, newId }: Ports,
  { id, sourceKey, errors }: Identity,
  { bySourceKey, usedIds }: StoredItems,
): Promise<Place> {
  if (errors.length > 0) return { id: id ?? newId(), isFree: true }
  const known = bySourceKey.get(sourceKey ?? '')
  if (known && known.type !== rules.kind) throw sourceKeyTaken(known.type)
  if (known) return known
  if (id === undefined) return { id: newId(), isFree: true }
  if (!usedIds.has(id)) return { id, isFree: true }
  const { posts, pages } = store.read
  const stored = await (rules.kind === 'post' ? posts : pages).get(id)
  if (!stored) return { id: newId(), isFree: true }
  const storedKey = stored.metadata.sourceKey
  if (sourceKey !== undefined && typeof storedKey === 'string' && storedKey !== sourceKey) throw idTaken(id)
  return { id, slug: stored.slug }
}

interface Written {
  readonly id: string
  readonly by: string
  readonly now: Date
  /** Errors to report together with those of the fields. */
  readonly errors?: readonly Problem[]
}

/** A published item without a publication date gets its imported creation date as publication date. */
function datedDraft<F extends object>(
  rules: ItemRules<F>,
  { markup }: Pick<Ports, 'markup'>,
  { metadata, content }: ImportInput,
  { dates, errors: identityErrors }: Identity,
  { id, by, now, errors = [] }: Written,
): Draft<F> {
  const isDated = metadata.status === 'published' && dates.createdAt && !metadata.publishedAt
  const dated = isDated ? { ...metadata, publishedAt: dates.createdAt.toISOString() } : metadata
  const input = { metadata: dated, content, text: markup.plainText(content, previewLimit) }
  const { item, hasDerivedSlug } = draftItem(rules, input, { id, by, at: now }, [
    ...identityErrors,
    ...errors,
  ])
  const createdAt = dates.createdAt ?? item.publishedAt ?? now
  return { item: { ...item, createdAt, updatedAt: dates.updatedAt ?? createdAt }, hasDerivedSlug }
}

/** Replaces all fields. Dates, slug, author and position in the tree stay if the import omits them. */
async function replaceItem<F extends object>(
  rules: ItemRules<F>,
  ports: Ports,
  { by, now }: Pick<Written, 'by' | 'now'>,
  item: ImportInput,
  identity: Identity,
  id: string,
): Promise<ImportResult> {
  return ports.store.write(async (tx) => {
    await rules.tree?.lock(tx)
    const before = found(rules, await rules.writer(tx).get(id))
    const metadata = { ...preservedFields(rules, before, item.metadata), ...withoutEmpty(item.metadata) }
    const draft = datedDraft(rules, ports, { ...item, metadata }, identity, { id, by, now })
    const draftedItem: Item<F> = {
      ...draft.item,
      createdAt: identity.dates.createdAt ?? before.createdAt,
      updatedAt: identity.dates.updatedAt ?? before.updatedAt,
      revision: before.revision + 1,
    }
    const after = (await rules.tree?.place(tx, draftedItem, { metadata, before })) ?? draftedItem
    if (isSame(rules, before, after)) return unchanged(before)
    const updatedAt = identity.dates.updatedAt ?? now
    await applyDecision(rules, tx, before, { kind: 'save', after: { ...after, updatedAt }, by, metadata })
    return { success: true, id, slug: after.slug, status: 'replaced' }
  })
}

/** Fields that stay unless the import sets them. If the import sets `authors`, the author does not stay. */
function preservedFields<F extends object>(
  rules: ItemRules<F>,
  before: Item<F>,
  given: JsonObject,
): JsonObject {
  const { author, ...others }: JsonObject = rules.revisionFields(before)
  return {
    ...others,
    ...(author === undefined || given.authors !== undefined ? {} : { author }),
    ...shownPublication(before),
    slug: before.slug,
  }
}

/** Treats an empty slug as absent. */
const withoutEmpty = (metadata: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(metadata).filter(
      ([name, value]) => !(name === 'slug' && (value === '' || value === null)),
    ),
  )

const isSame = <F extends object>(rules: ItemRules<F>, before: Item<F>, after: Item<F>): boolean =>
  before.createdAt.getTime() === after.createdAt.getTime() &&
  before.updatedAt.getTime() === after.updatedAt.getTime() &&
  changedFieldNames(rules, before, after).length === 0
