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
  /** Unique among all services: `media`, `publisher-model`. */
  readonly durable: string
  readonly log: Logger
  /** Reactions by event type; a type may occur once. A handler writes in the transaction that it receives. */
  readonly on: { readonly [I in keyof Lists]: EventReaction<DB, Lists[I]> }
  /**
   * Maximum concurrent events. With 1, the default, events are handled in order. Above 1, the inbox skips an
   * event if a later event of its entity was applied first.
   */
  readonly concurrency?: number
  /** True if order does not matter: events older than the last applied one are handled too. */
  readonly anyOrder?: boolean
  /** Milliseconds before the second and each further attempt; attempts = pauses + 1. */
  readonly pausesMs?: readonly number[]
  readonly ackWaitMs?: number
  /** Returns the ids of events whose effect is already committed; they count as handled. Called per batch. */
  readonly alreadyApplied?: (events: readonly TypedEvent[]) => Promise<ReadonlySet<string>>
  /**
   * Handles several events, in order, in one transaction. Receives outdated events only with `anyOrder`.
   * After an error, each event is handled alone.
   */
  readonly handleBatch?: (events: readonly TypedEvent[], tx: Transaction<DB>) => Promise<void>
}
