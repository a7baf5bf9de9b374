import type { Actor } from '@typecase/kernel'
import { requireService } from './access.ts'

export interface ItemChange {
  readonly type: 'post' | 'page'
  readonly id: string
  readonly revision: number
  readonly deleted: boolean
}

/** Which items changed, for projections that must be right while no event arrives. */
export interface ChangeFeed {
  /**
   * The items that changed since the cursor, deleted ones too; without a cursor, or with one of another history, every
   * item there is or was. Each change that was committed before the call is in it; some may come again. The last part has
   * the cursor to go on from.
   */
  since(
    cursor: string | undefined,
  ): AsyncIterable<{ readonly changes: readonly ItemChange[]; readonly cursor?: string }>
}

/** For services. @throws UNAUTHORIZED for the anonymous, FORBIDDEN for users */
export const streamChanges =
  (feed: ChangeFeed) =>
  (actor: Actor, cursor: string | undefined): ReturnType<ChangeFeed['since']> => {
    requireService(actor)
    return feed.since(cursor)
  }
