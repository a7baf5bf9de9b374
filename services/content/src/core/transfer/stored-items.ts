import type { ItemKind } from '../errors.ts'
import type { KeyedItem, Ports } from '../ports.ts'
import type { ImportInput } from './import-input.ts'

/** Stored items that have the source key or the id of an item to import. */
export interface StoredItems {
  readonly bySourceKey: ReadonlyMap<string, KeyedItem>
  /** Ids that existing or deleted items use. */
  readonly usedIds: ReadonlySet<string>
}

/** Looks up `items` together; all must be of this kind. */
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

/**
 * True if an item of the same kind has the source key of `item`, or if an existing or deleted item of that
 * kind has its id.
 */
export const isStored = (item: ImportInput, { bySourceKey, usedIds }: StoredItems): boolean =>
  sourceKeyOf(item).some((key) => bySourceKey.get(key)?.type === item.kind) ||
  idOf(item).some((id) => usedIds.has(id))

export const idOf = ({ metadata: { id } }: ImportInput): string[] => (typeof id === 'string' ? [id] : [])

export const sourceKeyOf = ({ metadata: { sourceKey } }: ImportInput): string[] =>
  typeof sourceKey === 'string' && sourceKey !== '' ? [sourceKey] : []
