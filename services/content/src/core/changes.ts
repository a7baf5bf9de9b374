import type { Actor } from '@typecase/kernel'
import { requireService } from './access.ts'

export interface ItemChange {
  readonly type: 'post' | 'page'
  readonly id: string
  readonly revision: number
  readonly deleted: boolean
}

/** Feed of changed items. With it, other services keep their copies correct even if events are lost. */
export interface ChangeFeed {
  /**
   * Yields the items that changed since the cursor, including deleted ones. If the cursor is absent or from
   * another database, yields all items that ever existed. Includes every change committed before the call,
   * and may repeat changes. The last part has the next cursor.
   */
  since(
    cursor: string | undefined,
  ): AsyncIterable<{ readonly changes: readonly ItemChange[]; readonly cursor?: string }>
}

/** @throws UNAUTHORIZED for anonymous callers, or FORBIDDEN for users */
export const streamChanges =
  (feed: ChangeFeed) =>
  (actor: Actor, cursor: string | undefined): ReturnType<ChangeFeed['since']> => {
    requireService(actor)
    return feed.since(cursor)
  }
