import type { ContentFact } from '../events.ts'
import type { NewRevision } from '../revisions/revision.ts'
import type { Item } from './item.ts'

/** One change of one item with its events. */
export type ItemWrite<F> =
  | {
      readonly kind: 'insert' | 'save'
      readonly item: Item<F>
      readonly newRevision: NewRevision
      readonly facts: readonly ContentFact[]
    }
  /** `item` is the state before the deletion. */
  | { readonly kind: 'delete'; readonly item: Item<F>; readonly facts: readonly ContentFact[] }
