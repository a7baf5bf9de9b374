import type { CloudEvent } from '@typecase/contracts/events'

/**
 * Delivers events at least once, in publishing order per publisher, to every durable consumer with a matching
 * subject. A new consumer receives all events that are still stored.
 */
export interface EventBus {
  /**
   * Resolves once the event is stored durably. A second publish with the same message id is dropped (on
   * JetStream within the deduplication window, 10 minutes by default).
   *
   * @throws BUS_UNAVAILABLE (possibly stored: publish again) or EVENT_REFUSED (will never be stored)
   */
  publish(event: CloudEvent, options?: PublishOptions): Promise<void>
  /**
   * Stores several events atomically, in order, and returns the end of the event log after them. Optional.
   * @throws BUS_UNAVAILABLE
   */
  publishTogether?(messages: readonly OutgoingEvent[]): Promise<BusExtent>
  /**
   * Starts or joins a durable consumer. Resolves within seconds even if the bus is unavailable, and retries
   * in the background.
   */
  consume(options: ConsumeOptions): Promise<Subscription>
  /**
   * The end of the event log. Another epoch or a lower sequence means that the bus lost acknowledged events,
   * which the outbox must publish again.
   * @throws BUS_UNAVAILABLE
   */
  extent(): Promise<BusExtent>
  /** @throws BUS_UNAVAILABLE */
  ping(): Promise<void>
  /** Ends every subscription, then the connection. Idempotent. */
  close(): Promise<void>
}

export interface OutgoingEvent {
  readonly event: CloudEvent
  readonly subject: string
}

export interface PublishOptions {
  /** Default: the event's type without its version, `typecase.content.post.created`. */
  readonly subject?: string
  /** The bus drops a second event with the same message id. Default: the event's id. */
  readonly messageId?: string
}

export interface BusExtent {
  /** Changes when the event log is created again. */
  readonly epoch: string
  readonly sequence: number
}

export interface ConsumeOptions {
  /** Unique per consumer, the same in all its replicas: letters, digits, `-` and `_`. */
  readonly durable: string
  /** NATS patterns: `*` matches one word; `>` at the end matches one or more words. */
  readonly subjects: readonly string[]
  /** Must end every delivery with `ack` or `retry`. Otherwise the event is redelivered after `ackWaitMs`. */
  readonly handle: (delivery: Delivery) => Promise<void>
  /**
   * Returns the indexes of events that need no `handle`: they were applied before, or this call applies them.
   * A bus can call this with several events before their first delivery. The bus then acknowledges the events
   * at these indexes instead of delivering them.
   */
  readonly alreadyHandled?: (events: readonly unknown[]) => Promise<ReadonlySet<number>>
  /** Concurrent deliveries; default 1, which preserves the order. */
  readonly concurrency?: number
  /** Milliseconds until an unacknowledged event is redelivered; `progress` resets them. Default 10,000. */
  readonly ackWaitMs?: number
}

export interface Delivery {
  /** The parsed JSON; the raw string if it cannot be parsed. */
  readonly event: unknown
  readonly subject: string
  /** Starts at 1 and increases with each redelivery. */
  readonly attempt: number
  /** True if the bus knows that no other event waits for this consumer. */
  readonly isAlone?: boolean
  ack(): Promise<void>
  /** Redelivers the event after the delay; other events are delivered meanwhile. */
  retry(delayMs: number): Promise<void>
  progress(): Promise<void>
}

export interface Subscription {
  /** Waits for running handlers. The durable consumer and its backlog remain on the bus. */
  stop(): Promise<void>
  /** Number of unacknowledged events: those that wait or are being handled. @throws BUS_UNAVAILABLE */
  backlog(): Promise<number>
}

export const subjectOf = (event: Pick<CloudEvent, 'type'>): string => event.type.replace(/\.v\d+$/, '')
