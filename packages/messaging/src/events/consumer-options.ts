import type { EventType, TypedEvent } from '@typecase/contracts/events'
import type { Logger } from '@typecase/runtime/log'
import type { Postgres } from '@typecase/runtime/postgres'
import type { Transaction } from 'kysely'
import type { OutboxTables } from '../outbox/tables.ts'
import type { EventBus } from './bus.ts'
import type { EventReaction } from './reactions.ts'
export interface EventConsumerOptions<
  DB extends OutboxTables,
  Lists extends readonly (readonly EventType[])[],
> {
  readonly bus: EventBus
  readonly postgres: Postgres<DB>
  /** Unique in the system: `media`, `publisher-model`. */
  readonly durable: string
  readonly log: Logger
  /** What to do, by type. A type may occur once. The handler's writes belong into its transaction. */
  readonly on: { readonly [I in keyof Lists]: EventReaction<DB, Lists[I]> }
  /** How many events at once; default 1, in order. With more, the revision guard alone keeps an entity in order. */
  readonly concurrency?: number
  /** What is done does not depend on the order: events that are older than what was applied for their entity are carried out too. */
  readonly anyOrder?: boolean
  /** Pauses before the second and each further try, in milliseconds; one try more than pauses. */
  readonly pausesMs?: readonly number[]
  readonly ackWaitMs?: number
  /**
   * The ids of those of these events whose effect is there already, by another way than by them, and committed. They count as
   * handled, many with one statement.
   */
  readonly alreadyApplied?: (events: readonly TypedEvent[]) => Promise<ReadonlySet<string>>
  /**
   * What `on` does, for several events of its types with one transaction, where the bus has several at hand: in their order, without
   * those that are older than what was applied for their entity. When it fails, each is tried by itself.
   */
  readonly together?: (events: readonly TypedEvent[], tx: Transaction<DB>) => Promise<void>
}
