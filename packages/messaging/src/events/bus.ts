import type { CloudEvent } from '@typecase/contracts/events'

/**
 * Carries events between services: at least once, in publishing order per publisher, to every durable
 * consumer with a matching subject. Stored events survive the process, and a new consumer receives all that
 * are still stored.
 */
export interface EventBus {
  /**
   * Resolves once the event is stored durably. A second publish with the same message id is dropped (on
   * JetStream within the deduplication window, 10 minutes by default).
   *
   * @throws BUS_UNAVAILABLE (possibly stored: publish again), EVENT_REFUSED (will never be stored)
   */
  publish(event: CloudEvent, options?: PublishOptions): Promise<void>
  /**
   * Stores several events atomically, in order. Returns the extent after them. Absent if a bus does not
   * support this.
   *
   * @throws BUS_UNAVAILABLE
   */
  publishTogether?(messages: readonly OutgoingEvent[]): Promise<BusExtent>
  /**
   * Starts or joins a durable consumer: processes with the same name share its events. Resolves when it is
   * set up, or within seconds while the bus is unavailable; it then retries until it is.
   */
  consume(options: ConsumeOptions): Promise<Subscription>
  /**
   * What the store holds. Another epoch, or a lower sequence in the same epoch, means that acknowledged
   * events are lost and the outbox must publish them again.
   *
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
  /** Key of deduplication; default the event's id. */
  readonly messageId?: string
}

export interface BusExtent {
  readonly epoch: string
  readonly sequence: number
}

export interface ConsumeOptions {
  /** Unique per consumer, the same in all its replicas: letters, digits, `-` and `_`. */
  readonly durable: string
  /** NATS patterns: `*` matches one word, `>` at the end one or more. */
  readonly subjects: readonly string[]
  /**
   * Must end every delivery by `ack` or `retry`. After an error, a timeout or a crash the event is
   * redelivered after `ackWaitMs`.
   */
  readonly handle: (delivery: Delivery) => Promise<void>
  /**
   * Returns indexes of events that need no handling; it may have handled them itself. A bus with several
   * first deliveries can call this before `handle`, and acknowledges those events.
   */
  readonly alreadyHandled?: (events: readonly unknown[]) => Promise<ReadonlySet<number>>
  /** Concurrent deliveries; default 1, which preserves the order. */
  readonly concurrency?: number
  /** Default 10,000. `progress` restarts it. */
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
  /** Waits for running handlers. The durable consumer and its backlog stay. */
  stop(): Promise<void>
  /** Number of waiting events, including those being handled. @throws BUS_UNAVAILABLE */
  backlog(): Promise<number>
}

export const subjectOf = (event: Pick<CloudEvent, 'type'>): string => event.type.replace(/\.v\d+$/, '')
