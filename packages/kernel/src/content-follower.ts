/** Keeps projections of posts and pages up to date. Changes may arrive twice or in any order. */

export interface ItemKey {
  readonly type: 'post' | 'page'
  readonly id: string
}

/** The revision that an item has after a change or deletion. */
export interface ItemChange extends ItemKey {
  readonly revision: number
  readonly deleted: boolean
}

/** A change reported by an event. If it has no revision, the item is always read. */
export type ReportedChange = ItemKey & Partial<Pick<ItemChange, 'revision' | 'deleted'>>

export interface ChangesSince {
  readonly changes: readonly ItemChange[]
  readonly cursor: string
}

export interface Projection<Change extends ReportedChange, Item extends ItemKey> {
  /** Maps the `itemName` of these items to their revision in the projection, also for deleted items. */
  revisions(changes: readonly Change[]): Promise<ReadonlyMap<string, number>> | ReadonlyMap<string, number>
  /** Reads the current items from their service, if they exist. @throws UPSTREAM_UNAVAILABLE */
  read(keys: readonly Change[]): Promise<readonly Item[]>
  /** Stores `items` and deletes the items of `gone`. Ignores revisions older than the stored ones. */
  apply(items: readonly Item[], gone: readonly Change[]): Promise<void>
  moveCursor(cursor: string): Promise<void>
}

export interface FollowOptions {
  /** Items to read and apply at a time. */
  readonly batchSize: number
  /** Called before each batch; false stops without moving the cursor. Default: always true. */
  readonly mayContinue?: () => boolean
  /** Applies all changes newer than the projection at once. False if they must be applied in batches. */
  readonly applyInBulk?: (stale: readonly ItemChange[]) => Promise<boolean>
}

/** Unique among posts and pages. */
export const itemName = ({ type, id }: ItemKey): string => `${type} ${id}`

/** Reads and applies the changed items that are newer than the projection. @throws UPSTREAM_UNAVAILABLE */
export async function followItems<Change extends ReportedChange, Item extends ItemKey>(
  projection: Projection<Change, Item>,
  changes: readonly Change[],
): Promise<void> {
  const stale = await staleOf(projection, changes)
  if (stale.length === 0) return
  const items = await projection.read(stale.filter(({ deleted }) => !deleted))
  const found = new Set(items.map(itemName))
  await projection.apply(
    items,
    stale.filter((change) => !found.has(itemName(change))),
  )
}

/**
 * Applies all changes, then moves the cursor. Batches stay applied after an error or an early stop.
 * @returns true if the projection has reached `since.cursor`
 * @throws UPSTREAM_UNAVAILABLE
 */
export async function followChanges<Item extends ItemKey>(
  projection: Projection<ItemChange, Item>,
  before: string | undefined,
  since: ChangesSince,
  { batchSize, mayContinue = () => true, applyInBulk }: FollowOptions,
): Promise<boolean> {
  const stale = await staleOf(projection, since.changes)
  if (!(await applyInBulk?.(stale))) {
    for (let at = 0; at < stale.length; at += batchSize) {
      if (!mayContinue()) return false
      await followItems(projection, stale.slice(at, at + batchSize))
    }
  }
  if (since.cursor !== before) await projection.moveCursor(since.cursor)
  return true
}

/** For each item, its newest change, if that is newer than the projection. */
async function staleOf<Change extends ReportedChange>(
  projection: Pick<Projection<Change, never>, 'revisions'>,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  if (changes.length === 0) return []
  const revisions = await projection.revisions(changes)
  const newest = new Map<string, Change>()
  for (const change of changes) {
    const name = itemName(change)
    const revision = change.revision ?? Number.POSITIVE_INFINITY
    // Includes deletions of items that the projection does not have. A stored deletion stops a slower reader
    // from restoring the item.
    if (change.revision !== undefined && (revisions.get(name) ?? 0) >= revision) continue
    if ((newest.get(name)?.revision ?? 0) < revision) newest.set(name, change)
  }
  return [...newest.values()]
}
