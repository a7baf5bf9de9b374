import type { ContentFact } from '../../src/core/events.ts'
import type { ContentStore } from '../../src/core/ports.ts'

/** An empty store under test, and the events that it has stored. */
export interface OpenedStore {
  readonly store: ContentStore
  /** All committed events, in the order of positions. */
  facts(): Promise<readonly Pick<ContentFact, 'type' | 'entity' | 'revision' | 'data'>[]>
  close(): Promise<void>
}

export type OpenStore = () => Promise<OpenedStore>
