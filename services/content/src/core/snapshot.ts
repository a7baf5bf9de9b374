import { type Actor, invalid } from '@typecase/kernel'
import { requireService } from './access.ts'
import type { ContentItem, ItemKey, Ports } from './ports.ts'

/**
 * Streams all posts, pages and settings of one instant to other services, which keep copies of them.
 * @throws UNAUTHORIZED or FORBIDDEN
 */
export const streamContent =
  ({ store }: Pick<Ports, 'store'>) =>
  (actor: Actor): AsyncIterable<ContentItem> => {
    requireService(actor)
    return store.snapshot()
  }

/** Maximum keys per request. */
const mostKeys = 1_000

/**
 * Streams the existing items in their current state, in any order, to other services.
 * @throws UNAUTHORIZED, FORBIDDEN, or VALIDATION_ERROR for more than 1,000 keys
 */
export const streamItems =
  ({ store }: Pick<Ports, 'store'>) =>
  (actor: Actor, keys: readonly ItemKey[]): AsyncIterable<ContentItem> => {
    requireService(actor)
    if (keys.length > mostKeys)
      throw invalid([{ path: 'keys', message: `keys must have at most ${mostKeys} entries` }])
    return store.items(keys)
  }

/**
 * Position of the last event that a service must process so that its copy contains every acknowledged change.
 * @throws UNAUTHORIZED or FORBIDDEN
 */
export const readPosition =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor): Promise<number> => {
    requireService(actor)
    return store.position()
  }
