import { type Actor, invalid } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { slugTaken } from '../errors.ts'
import { useFreeSlug } from '../free-slug.ts'
import type { JsonObject } from '../json.ts'
import { previewLimit } from '../list-input.ts'
import type { ContentStore, ContentWriter, Ports } from '../ports.ts'
import { type IdempotencyKey, repeatable } from '../repeatable.ts'
import { continueHistory } from '../revisions/history.ts'
import { buildRevision, type Revision } from '../revisions/revision.ts'
import { instantFrom } from '../schedule/schedule.ts'
import { isStatus } from '../status.ts'
import { type Draft, draftItem } from './build-item.ts'
import type { Head, Item } from './item.ts'
import type { FieldRules, ItemRules, SingleWrites } from './item-rules.ts'
import type { ItemWrite } from './item-write.ts'
import { storeWrite } from './write-item.ts'

export interface NewItem {
  readonly metadata: JsonObject
  readonly content?: string | undefined
  readonly idempotencyKey?: IdempotencyKey | undefined
}

export type CreatedItem<F> = Head<F> & { readonly metadata: JsonObject }

/**
 * Creates an item. A missing slug is derived from the title, with a suffix if that slug is taken
 * (contract.md#post-slugs, contract.md#page-slugs).
 * @throws VALIDATION_ERROR, DUPLICATE_SLUG, IDEMPOTENCY_IN_PROGRESS or IDEMPOTENCY_MISMATCH
 */
export const createItem =
  <F extends object>(rules: ItemRules<F>) =>
  (ports: Ports) =>
  async (
    actor: Actor,
    { metadata, content = '', idempotencyKey }: NewItem,
  ): Promise<{ item: CreatedItem<F>; replayed: boolean }> => {
    const user = requireEditor(actor)
    const { markup, clock, newId, store } = ports
    const input = { metadata, content, text: markup.plainText(content, previewLimit) }
    const draft = draftItem(rules, input, { id: newId(), by: user.username, at: clock() })
    const insert = { metadata, by: user.username }
    if (!idempotencyKey) return { item: await insertDraft(rules, store, draft, insert), replayed: false }
    const { answer, replayed } = await repeatable(ports, user, idempotencyKey, async (tx) =>
      toAnswer(rules, await insertWithin(rules, tx, draft, insert)),
    )
    return { item: fromAnswer(rules, answer), replayed }
  }

interface Insertion {
  /** Metadata of the request, which may set the position in the tree. */
  readonly metadata: JsonObject
  /** Username of the author of the change. */
  readonly by: string
  /** Imported revisions, oldest first. */
  readonly history?: readonly Revision[]
}

/**
 * Stores a new item. Uses `rules.single` if the kind has it and no history is imported.
 * @throws DUPLICATE_SLUG
 */
export async function insertDraft<F extends object>(
  rules: ItemRules<F>,
  store: ContentStore,
  draft: Draft<F>,
  insertion: Insertion,
): Promise<Item<F>> {
  const hasHistory = (insertion.history ?? []).length > 0
  const single = hasHistory ? undefined : rules.single?.(store)
  if (single) return insertItem(rules, single, draft, insertion)
  return store.write((tx) => insertWithin(rules, tx, draft, insertion))
}

async function insertWithin<F extends object>(
  rules: ItemRules<F>,
  tx: ContentWriter,
  draft: Draft<F>,
  insertion: Insertion,
): Promise<Item<F>> {
  const placed = await placedDraft(rules, tx, draft, insertion.metadata)
  const inserts = within(rules, tx, placed.item)
  const { history = [] } = insertion
  if (history.length === 0) return insertItem(rules, inserts, placed, insertion)
  const write: Inserts<F>['write'] = (change) => insertWithHistory(rules, tx, change, history)
  return insertItem(rules, { ...inserts, write }, placed, insertion)
}

/**
 * Stores an item and its imported history. Adds no revision if the history ends with the state of the item.
 */
async function insertWithHistory<F extends object>(
  rules: ItemRules<F>,
  tx: ContentWriter,
  { item, newRevision, facts }: Insert<F>,
  history: readonly Revision[],
): Promise<void> {
  const writer = rules.writer(tx)
  await writer.insert(item)
  await writer.insertSnapshots(history.map((revision) => ({ ...revision, id: item.id })))
  if (item.revision !== history.at(-1)?.revision) await writer.insertRevisions([newRevision])
  for (const fact of facts) await tx.record(fact)
}

async function placedDraft<F extends object>(
  { tree }: ItemRules<F>,
  tx: ContentWriter,
  draft: Draft<F>,
  metadata: JsonObject,
): Promise<Draft<F>> {
  if (!tree) return draft
  await tree.lock(tx)
  return { ...draft, item: await tree.place(tx, draft.item, { metadata }) }
}

type Insert<F> = Exclude<ItemWrite<F>, { readonly kind: 'delete' }>

interface Inserts<F> extends Pick<SingleWrites<F>, 'takenSlugs'> {
  readonly write: (change: Insert<F>) => Promise<void>
}

const within = <F extends object>(rules: ItemRules<F>, tx: ContentWriter, item: Item<F>): Inserts<F> => ({
  takenSlugs: (slugs) => rules.takenSlugs(tx, item, slugs),
  write: (change) => storeWrite(rules, tx, change),
})

/** An item that is created as published has two events, created and published, so it starts at revision 2. */
async function insertItem<F extends object>(
  rules: ItemRules<F>,
  { takenSlugs, write }: Inserts<F>,
  { item, hasDerivedSlug }: Draft<F>,
  { by, history = [] }: Insertion,
): Promise<Item<F>> {
  const factCount = item.status === 'published' ? 2 : 1
  let created = item
  const use = async (slug: string) => {
    const named = rules.withSlug(item, slug)
    const { fields } = buildRevision(rules, named, by)
    const { revision, changed } = continueHistory(history, { ...named, fields }, factCount)
    created = { ...named, revision }
    if (hasDerivedSlug && rules.isReserved?.(created)) throw slugTaken(rules.kind, slug)
    const recorded = [rules.fact('created', { ...created, revision: revision - factCount + 1 })]
    if (factCount === 2) recorded.push(rules.fact('published', created, { changed: ['status'] }))
    const newRevision = buildRevision(rules, created, by, changed)
    await write({ kind: 'insert', item: created, newRevision, facts: recorded })
  }
  if (hasDerivedSlug) await useFreeSlug(item.slug, { taken: takenSlugs, use })
  else {
    refuseReserved(rules, item)
    await use(item.slug)
  }
  return created
}

/** @throws VALIDATION_ERROR for a slug that the site uses itself (contract.md#reserved-page-slugs). */
export function refuseReserved<F extends object>({ isReserved }: FieldRules<F>, item: Head<F>): void {
  if (isReserved?.(item))
    throw invalid([{ path: 'metadata.slug', message: `The slug "${item.slug}" is reserved` }])
}

const toAnswer = <F extends object>(rules: FieldRules<F>, item: Item<F>): JsonObject => ({
  id: item.id,
  title: item.title,
  slug: item.slug,
  status: item.status,
  createdAt: item.createdAt.toISOString(),
  updatedAt: item.updatedAt.toISOString(),
  publishAt: item.publishAt?.toISOString() ?? null,
  unpublishAt: item.unpublishAt?.toISOString() ?? null,
  publishedAt: item.publishedAt?.toISOString() ?? null,
  revision: item.revision,
  metadata: item.metadata,
  ...rules.toJson(item),
})

const fromAnswer = <F extends object>(rules: FieldRules<F>, answer: JsonObject): CreatedItem<F> => ({
  id: String(answer.id),
  title: String(answer.title),
  slug: String(answer.slug),
  status: isStatus(answer.status) ? answer.status : 'draft',
  createdAt: new Date(String(answer.createdAt)),
  updatedAt: new Date(String(answer.updatedAt)),
  publishAt: instantFrom(answer.publishAt ?? null),
  unpublishAt: instantFrom(answer.unpublishAt ?? null),
  publishedAt: instantFrom(answer.publishedAt ?? null),
  revision: Number(answer.revision),
  metadata: answer.metadata as JsonObject,
  ...rules.fromJson(answer),
})
