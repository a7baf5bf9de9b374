import type { ItemKind } from '../errors.ts'
import type { KeyedItem, Ports } from '../ports.ts'
import type { ImportInput } from './import-input.ts'

/** What is stored under the identities of imported items. */
export interface StoredItems {
  readonly bySourceKey: ReadonlyMap<string, KeyedItem>
  /** Ids that items have, or had before they were deleted. */
  readonly usedIds: ReadonlySet<string>
}

/** Looks up all items of one kind together. */
export async function storedItems(
  { store }: Pick<Ports, 'store'>,
  kind: ItemKind,
  items: readonly ImportInput[],
): Promise<StoredItems> {
  const { transfer } = store.read
  const [bySourceKey, usedIds] = await Promise.all([
    transfer.bySourceKey(items.flatMap(sourceKeyOf)),
    transfer.usedIds(kind, items.flatMap(idOf)),
  ])
  return { bySourceKey, usedIds }
}

/** True where an item of that kind is found, also a deleted one. */
export const isStored = (item: ImportInput, { bySourceKey, usedIds }: StoredItems): boolean =>
  sourceKeyOf(item).some((key) => bySourceKey.get(key)?.type === item.kind) ||
  idOf(item).some((id) => usedIds.has(id))

/** One id or none. */
export const idOf = ({ metadata: { id } }: ImportInput): string[] => (typeof id === 'string' ? [id] : [])

/** One source key or none. */
export const sourceKeyOf = ({ metadata: { sourceKey } }: ImportInput): string[] =>
  typeof sourceKey === 'string' && sourceKey !== '' ? [sourceKey] : []
