import { isAppError } from '@typecase/kernel'
import { notFound, preconditionFailed } from '../errors.ts'
import { kindOfChange } from '../events.ts'
import type { JsonObject } from '../json.ts'
import type { ContentStore, ContentWriter } from '../ports.ts'
import { buildRevision } from '../revisions/revision.ts'
import { changedByStatus } from '../schedule/schedule.ts'
import { changedFieldNames } from './build-item.ts'
import type { Head, Item } from './item.ts'
import type { ItemRules } from './item-rules.ts'
import type { ItemWrite } from './item-write.ts'

export type Decision<F> =
  | {
      readonly kind: 'save'
      readonly after: Item<F>
      /** Username of the author of the change. */
      readonly by: string
      /** Metadata of an update, which may move the item in its tree. */
      readonly metadata?: JsonObject
    }
  | { readonly kind: 'delete'; readonly at: Date }

/**
 * Stores the result of `decide` and returns the item, or the last state of a deleted item. If the kind has
 * `rules.single`, tries it first, without a lock. If another write changes the item meanwhile, locks the item
 * and runs `decide` again.
 * @throws POST_NOT_FOUND, PAGE_NOT_FOUND, DUPLICATE_SLUG, or an error of `decide` or of the tree
 */
export async function changeItem<F extends object>(
  rules: ItemRules<F>,
  store: ContentStore,
  id: string,
  decide: (before: Item<F>) => Decision<F>,
): Promise<Item<F>> {
  const single = rules.single?.(store)
  if (single) {
    const before = found(rules, await single.stored(id))
    const change = writeOf(rules, before, decide(before))
    try {
      await single.write(change)
      return change.item
    } catch (error) {
      if (!isAppError(error) || error.code !== preconditionFailed().code) throw error
    }
  }
  return store.write(async (tx) => {
    await rules.tree?.lock(tx)
    const before = found(rules, await rules.writer(tx).get(id))
    return applyDecision(rules, tx, before, decide(before))
  })
}

/** Stores the decision within a transaction that has locked the item. */
export async function applyDecision<F extends object>(
  rules: ItemRules<F>,
  tx: ContentWriter,
  before: Item<F>,
  decision: Decision<F>,
): Promise<Item<F>> {
  if (decision.kind === 'delete') {
    await removeItems(rules, tx, [before], decision.at)
    return before
  }
  const { metadata } = decision
  const after =
    metadata && rules.tree ? await rules.tree.place(tx, decision.after, { metadata, before }) : decision.after
  await storeWrite(rules, tx, writeOf(rules, before, { ...decision, after }))
  await rules.tree?.follow(tx, before, after)
  return after
}

/** @throws POST_NOT_FOUND or PAGE_NOT_FOUND */
export function found<F extends object>({ kind }: ItemRules<F>, item: Item<F> | undefined): Item<F> {
  if (!item) throw notFound(kind)
  return item
}

/** @throws PRECONDITION_FAILED if the caller expects another revision */
export function requireSeen({ revision }: { readonly revision: number }, expected: number | undefined): void {
  if (expected !== undefined && expected !== revision) throw preconditionFailed()
}

function writeOf<F extends object>(
  rules: ItemRules<F>,
  before: Item<F>,
  decision: Decision<F>,
): ItemWrite<F> {
  if (decision.kind === 'delete')
    return { kind: 'delete', item: before, facts: [deletion(rules, before, decision.at)] }
  const { after, by } = decision
  const changed = changedFieldNames(rules, before, after)
  return {
    kind: 'save',
    item: after,
    newRevision: buildRevision(rules, after, by, changed),
    facts: [rules.fact(kindOfChange(before.status, after.status), after, { before, changed })],
  }
}

const deletion = <F extends object>({ fact }: ItemRules<F>, head: Head<F>, at: Date) =>
  fact('deleted', { ...head, updatedAt: at, revision: head.revision + 1 })

export async function storeWrite<F extends object>(
  { writer }: Pick<ItemRules<F>, 'writer'>,
  tx: ContentWriter,
  change: ItemWrite<F>,
): Promise<void> {
  const { kind, item } = change
  const items = writer(tx)
  if (kind === 'insert') await items.insert(item)
  else if (kind === 'save') await items.save(item)
  else await items.delete([item])
  if (kind !== 'delete') await items.insertRevisions([change.newRevision])
  for (const fact of change.facts) await tx.record(fact)
}

export async function removeItems<F extends object>(
  rules: ItemRules<F>,
  tx: ContentWriter,
  heads: readonly Head<F>[],
  at: Date,
): Promise<void> {
  if (rules.tree) return rules.tree.remove(tx, heads, at)
  await rules.writer(tx).delete(heads)
  for (const head of heads) await tx.record(deletion(rules, head, at))
}

/** Stores new statuses of locked items, each with a revision and an event. */
export async function saveStatuses<F extends object>(
  rules: ItemRules<F>,
  tx: ContentWriter,
  changes: readonly { readonly before: Head<F>; readonly after: Head<F> }[],
  by: string,
): Promise<void> {
  const writer = rules.writer(tx)
  await writer.saveHeads(changes.map(({ after }) => after))
  await writer.insertRevisions(
    changes.map(({ before, after }) => buildRevision(rules, after, by, changedByStatus(before, after))),
  )
  for (const { before, after } of changes)
    await tx.record(
      rules.fact(kindOfChange(before.status, after.status), after, {
        before,
        changed: changedByStatus(before, after),
      }),
    )
}
