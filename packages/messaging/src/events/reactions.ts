/** Handlers of a consumer by event type. */
import { type EventType, isEventType, type TypedEvent } from '@typecase/contracts/events'
import type { Transaction } from 'kysely'

export interface EventReaction<DB, Types extends readonly EventType[]> {
  readonly types: Types
  /**
   * Runs in the transaction that records the event. Must not call other services, because waiting for their
   * replies would keep the database connection busy.
   */
  readonly handle?: (
    event: TypedEvent<Types[number]>,
    tx: Transaction<DB>,
    about: AboutEvent,
  ) => Promise<void>
  /**
   * Alternative to `handle`, outside the transaction. Must be idempotent, because it may run more than once
   * and in any order.
   */
  readonly repeat?: (event: TypedEvent<Types[number]>) => Promise<void>
}

export interface AboutEvent {
  /** True only if the bus knows that no other event waits for this consumer. */
  readonly isAlone: boolean
}

export type Reaction<DB> = EventReaction<DB, readonly EventType[]>

/** @throws TypeError for a type that is unknown or listed twice, or for both handlers or neither */
export function reactionsByType<DB>(on: readonly Reaction<DB>[]): Map<EventType, Reaction<DB>> {
  const reactions = new Map<EventType, Reaction<DB>>()
  for (const reaction of on) {
    if ((reaction.handle === undefined) === (reaction.repeat === undefined))
      throw new TypeError('A reaction has either handle or repeat')
    for (const type of reaction.types) {
      if (!isEventType(type) || reactions.has(type))
        throw new TypeError(`Event type ${type} is unknown or listed twice`)
      reactions.set(type, reaction)
    }
  }
  return reactions
}
