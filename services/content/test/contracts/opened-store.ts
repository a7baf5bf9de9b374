import type { ContentFact } from '../../src/core/events.ts'
import type { ContentStore } from '../../src/core/ports.ts'

/** A store under test, empty, with the facts it has kept. */
export interface OpenedStore {
  readonly store: ContentStore
  /** Every committed fact, in the order of positions. */
  facts(): Promise<readonly Pick<ContentFact, 'type' | 'entity' | 'revision' | 'data'>[]>
  close(): Promise<void>
}

export type OpenStore = () => Promise<OpenedStore>
