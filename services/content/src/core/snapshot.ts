import type { Actor } from '@typecase/kernel'
import { requireService } from './access.ts'
import type { ContentItem, Ports } from './ports.ts'

/** Every post, every page and the settings as of one instant, for projections of other services. @throws UNAUTHORIZED, FORBIDDEN */
export const streamContent =
  ({ store }: Pick<Ports, 'store'>) =>
  (actor: Actor): AsyncIterable<ContentItem> => {
    requireService(actor)
    return store.snapshot()
  }

/** How far a projection must be to have seen every change that was answered before. @throws UNAUTHORIZED, FORBIDDEN */
export const readPosition =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor): Promise<number> => {
    requireService(actor)
    return store.position()
  }
