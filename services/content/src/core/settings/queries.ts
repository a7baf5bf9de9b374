import type { Actor } from '@typecase/kernel'
import { requireKnown } from '../access.ts'
import type { Ports } from '../ports.ts'
import type { SavedSettings } from './settings.ts'

/** All settings with their values (contract.md#setting-values). @throws UNAUTHORIZED for anonymous callers */
export const getSettings =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor): Promise<SavedSettings> => {
    requireKnown(actor)
    return store.read.settings()
  }
