import type { Actor } from '@typecase/kernel'
import { requireService } from './access.ts'

export interface ItemChange {
  readonly type: 'post' | 'page'
  readonly id: string
  readonly revision: number
  readonly deleted: boolean
}

/** Changed items, for projections that must be correct even without events. */
export interface ChangeFeed {
  /**
   * Items that changed since the cursor, including deleted ones. Without a cursor, or with one of another
   * history: every item that ever existed. Contains each change that was committed before the call; some may
   * be repeated. The last part has the next cursor.
   */
  since(
    cursor: string | undefined,
  ): AsyncIterable<{ readonly changes: readonly ItemChange[]; readonly cursor?: string }>
}

/** @throws UNAUTHORIZED for anonymous callers, FORBIDDEN for users */
export const streamChanges =
  (feed: ChangeFeed) =>
  (actor: Actor, cursor: string | undefined): ReturnType<ChangeFeed['since']> => {
    requireService(actor)
    return feed.since(cursor)
  }
