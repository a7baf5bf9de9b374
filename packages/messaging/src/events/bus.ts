import type { CloudEvent } from '@typecase/contracts/events'

/**
 * Carries events between services: at least once, in the order in which one publisher published them, to every durable
 * consumer whose subjects match. Two promises of a store behind it: what was published survives the process, and a
 * consumer that comes for the first time gets all that is still kept.
 */
export interface EventBus {
  /**
   * Resolves once the event is stored durably. A second publish under the same id is dropped (on JetStream within its
   * window of dedupe, 10 minutes unless set).
   *
   * @throws BUS_UNAVAILABLE (may or may not be stored: publish again), EVENT_REFUSED (it never will be)
   */
  publish(event: CloudEvent, options?: PublishOptions): Promise<void>
  /**
   * Stores several in one step, in their order: all or none. Returns the extent behind them. A bus that cannot do this has
   * no such method.
   *
   * @throws BUS_UNAVAILABLE
   */
  publishTogether?(messages: readonly OutgoingEvent[]): Promise<BusExtent>
  /**
   * Starts a durable consumer, or joins it: consumers of one name share the work. Resolves when it is set up, or within
   * seconds while the bus is away; it then keeps trying for ever.
   */
  consume(options: ConsumeOptions): Promise<Subscription>
  /**
   * What the store behind the bus holds. Another epoch, or a lower sequence in the same one, means that events which
   * were confirmed are lost, and the outbox sends them again.
   *
   * @throws BUS_UNAVAILABLE
   */
  extent(): Promise<BusExtent>
  /** @throws BUS_UNAVAILABLE */
  ping(): Promise<void>
  /** Ends every subscription, then the connection. A second call does nothing. */
  close(): Promise<void>
}

export interface OutgoingEvent {
  readonly event: CloudEvent
  readonly subject: string
}

export interface PublishOptions {
  /** Default: the event's type without its version, `typecase.content.post.created`. */
  readonly subject?: string
  /** By which a repetition is known; default the event's id. */
  readonly messageId?: string
}

export interface BusExtent {
  readonly epoch: string
  readonly sequence: number
}

export interface ConsumeOptions {
  /** Unique per consumer, the same in all its replicas: letters, digits, `-` and `_`. */
  readonly durable: string
  /** As in NATS: `*` stands for one word, `>` at the end for one or more. */
  readonly subjects: readonly string[]
  /**
   * Must end every delivery by `ack` or `retry`. One that throws, never ends or dies with its process is delivered again
   * after `ackWaitMs`.
   */
  readonly handle: (delivery: Delivery) => Promise<void>
  /**
   * Which of these events need no handling any more, by their place: it may have carried them out with the question. A bus that has
   * several at hand which come for the first time may ask before it hands them over, and acknowledge those itself.
   */
  readonly settled?: (events: readonly unknown[]) => Promise<ReadonlySet<number>>
  /** How many deliveries at once; default 1, which keeps the order. */
  readonly concurrency?: number
  /** Default 10,000. `progress` starts it anew. */
  readonly ackWaitMs?: number
}

export interface Delivery {
  /** The parsed JSON as it came; `unparsable` bytes arrive as a string. */
  readonly event: unknown
  /** The subject it was published under. */
  readonly subject: string
  /** 1 at first; grows with each redelivery. */
  readonly attempt: number
  /** True where the bus knows that nothing else waits for this consumer: neither of what was published before nor together with it. */
  readonly isAlone?: boolean
  ack(): Promise<void>
  /** Hands it back; it comes again after the delay and lets others pass meanwhile. */
  retry(delayMs: number): Promise<void>
  progress(): Promise<void>
}

export interface Subscription {
  /** Takes no more, waits for the running handlers. The durable consumer and its backlog stay. */
  stop(): Promise<void>
  /** How many events wait, those being handled included. @throws BUS_UNAVAILABLE */
  backlog(): Promise<number>
}

/** The subject of an event by its wire type. */
export const subjectOf = (event: Pick<CloudEvent, 'type'>): string => event.type.replace(/\.v\d+$/, '')
