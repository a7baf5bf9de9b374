import {
  type EventType,
  natsSubject,
  parseEvent,
  type TypedEvent,
  UnknownEvent,
} from '@typecase/contracts/events'
import { runInContext } from '@typecase/runtime/context'
import type { Part } from '@typecase/runtime/lifecycle'
import { beginSpan } from '@typecase/runtime/tracing'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { OutboxTables } from '../outbox/tables.ts'
import type { Delivery, Subscription } from './bus.ts'
import { contextOf, isUnavailable } from './consumer-context.ts'
import { consumerMetrics } from './consumer-metrics.ts'
import type { EventConsumerOptions } from './consumer-options.ts'
import { deadLetterReplays } from './dead-letter-replays.ts'
import { deadLetterWriter } from './dead-letter-writer.ts'
import { messageOf } from './errors.ts'
import { inboxOf, type Verdict } from './inbox.ts'
import { type AboutEvent, type Reaction, reactionsByType } from './reactions.ts'

const pauses = [200, 1_000, 5_000, 15_000, 30_000, 60_000, 120_000]

/**
 * Applies each event once: one transaction writes the inbox row and the effect of the handler. If a later
 * revision was already applied, the transaction writes only the inbox row. The event is acknowledged after
 * the commit. A failed event is retried with growing pauses while other events are handled. After 8 attempts
 * it becomes a dead letter, with a copy under `typecase.dead.<durable>`. Attempts that crash the process
 * count; errors of kind `unavailable` do not.
 */
export function eventConsumer<DB extends OutboxTables, const Lists extends readonly (readonly EventType[])[]>(
  options: EventConsumerOptions<DB, Lists>,
): Part {
  const consumer = new EventConsumer<DB, Lists>(options)
  const replays = deadLetterReplays({
    postgres: consumer.postgres,
    durable: consumer.durable,
    log: consumer.log,
    apply: (event, tx) => consumer.apply(event, tx, { isAlone: false }),
  })
  let observing: NodeJS.Timeout | undefined

  return {
    name: `event consumer ${consumer.durable}`,
    start: async () => {
      consumer.subscription = await consumer.bus.consume({
        durable: consumer.durable,
        subjects: [...consumer.reactions.keys()].map(natsSubject),
        handle: consumer.receive,
        alreadyHandled: consumer.alreadyHandled,
        concurrency: consumer.options.concurrency ?? 1,
        ackWaitMs: consumer.ackWaitMs,
      })
      await replays.start()
      const measure = () =>
        consumer
          .observe()
          .catch((error: unknown) =>
            consumer.log.debug(
              { error, durable: consumer.durable },
              'metrics of the consumer could not be read',
            ),
          )
      observing = setInterval(measure, 15_000).unref()
      void measure()
    },
    stop: async () => {
      clearInterval(observing)
      await replays.stop()
      await consumer.subscription?.stop()
    },
  }
}

class EventConsumer<DB extends OutboxTables, const Lists extends readonly (readonly EventType[])[]> {
  readonly options
  readonly bus
  readonly postgres
  readonly durable
  readonly log
  readonly pausesMs
  readonly ackWaitMs
  readonly anyOrder
  readonly reactions
  readonly inbox
  readonly metrics
  readonly deadLetter
  readonly maxTries
  subscription: Subscription | undefined

  constructor(options: EventConsumerOptions<DB, Lists>) {
    this.options = options

    const { bus, postgres, durable, log } = options
    this.bus = bus
    this.postgres = postgres
    this.durable = durable
    this.log = log
    this.pausesMs = options.pausesMs ?? pauses
    this.ackWaitMs = options.ackWaitMs ?? 10_000
    this.anyOrder = options.anyOrder ?? false

    this.reactions = reactionsByType(options.on as readonly Reaction<DB>[])
    this.inbox = inboxOf(postgres, durable)
    this.metrics = consumerMetrics(durable)
    this.deadLetter = deadLetterWriter({ bus, postgres, durable, log, metrics: this.metrics })
    this.maxTries = this.pausesMs.length + 1
  }

  isToApply(verdict: Verdict | undefined): boolean {
    return verdict === 'applied' || (this.anyOrder && verdict === 'outdated')
  }

  readonly receive = async (delivery: Delivery): Promise<void> => {
    const beat = setInterval(() => void delivery.progress().catch(() => undefined), this.ackWaitMs / 3)
    try {
      const event = parseEvent(delivery.event)
      const about = { 'messaging.message.id': event.id, 'messaging.consumer.group.name': this.durable }
      const span = beginSpan(`handle ${event.type}`, 'consumer', event.traceparent, about)
      try {
        await runInContext(contextOf(this.durable, event, span?.traceparent), () =>
          this.attempt(event, delivery),
        )
      } finally {
        span?.end()
      }
    } catch (error) {
      if (!(error instanceof UnknownEvent)) throw error
      await this.acknowledgeAfter(delivery, () => this.deadLetter(delivery.event, error, delivery.attempt))
    } finally {
      clearInterval(beat)
    }
  }

  async attempt(event: TypedEvent, delivery: Delivery): Promise<void> {
    let tries = 1
    try {
      if (delivery.attempt > 1) tries = await this.inbox.startTry(event.id)
      if (tries > this.maxTries) {
        const why = await this.inbox.lastError(event.id)
        await this.acknowledgeAfter(delivery, () =>
          this.deadLetter(delivery.event, new Error(why), tries - 1),
        )
        return
      }
      const { repeat } = this.reactions.get(event.type) ?? {}
      const about = { isAlone: delivery.isAlone === true }
      const outcome = repeat
        ? await this.repeated(event, repeat)
        : await this.postgres.db.transaction().execute((tx) => this.apply(event, tx, about))
      this.metrics.handled(outcome, event.time)
      if (delivery.attempt > 1) await this.inbox.endTries(event.id)
    } catch (error) {
      return await this.failed(event, delivery, tries, error)
    }
    await this.acknowledgeAfter(delivery, async () => undefined)
  }

  async repeated(event: TypedEvent, repeat: (event: TypedEvent) => Promise<void>): Promise<Outcome> {
    if ((await this.inbox.seen([event.id])).size > 0) return 'duplicate'
    await repeat(event)
    return this.postgres.db.transaction().execute((tx) => this.inbox.admit(tx, event))
  }

  /** Finds handled events with one query per batch, because thousands are redelivered after an outage. */
  readonly alreadyHandled = async (events: readonly unknown[]): Promise<ReadonlySet<number>> => {
    const heads = events.map((event) => head.safeParse(event).data)
    const outcomes = new Map<string, Outcome>()
    for (const id of await this.inbox.seen(heads.flatMap((each) => (each ? [each.id] : []))))
      outcomes.set(id, 'duplicate')
    const others = events
      .flatMap((event) => this.parseHandled(event) ?? [])
      .filter(({ id }) => !outcomes.has(id))
    const already = (others.length > 0 && (await this.options.alreadyApplied?.(others))) || new Set<string>()
    if (already.size > 0) await this.inbox.note([...already])
    for (const id of already) outcomes.set(id, 'outdated')
    for (const [id, outcome] of await this.applyBatch(others.filter(({ id }) => !already.has(id))))
      outcomes.set(id, outcome)
    const places = heads.flatMap((each, place) => (each && outcomes.has(each.id) ? [place] : []))
    for (const { id, time } of places.flatMap((place) => heads[place] ?? []))
      this.metrics.handled(outcomes.get(id) as Outcome, time)
    return new Set(places)
  }

  async applyBatch(events: readonly TypedEvent[]): Promise<ReadonlyMap<string, Outcome>> {
    const { handleBatch } = this.options
    const [first] = events
    if (!handleBatch || !first || events.length < 2) return new Map()
    const span = beginSpan('handle event batch', 'consumer', first.traceparent, {
      'messaging.consumer.group.name': this.durable,
    })
    try {
      return await runInContext(contextOf(this.durable, first, span?.traceparent), () =>
        this.postgres.db.transaction().execute(async (tx) => {
          const outcomes = await this.inbox.admitAll(tx, events)
          const applied = new Map(
            events.filter(({ id }) => this.isToApply(outcomes.get(id))).map((event) => [event.id, event]),
          )
          if (applied.size > 0) await handleBatch([...applied.values()], tx)
          return outcomes
        }),
      )
    } catch (error) {
      if (!isUnavailable(error))
        this.log.warn(
          { error, durable: this.durable, events: events.length },
          'an event batch failed; events are handled one by one',
        )
      throw error
    } finally {
      span?.end()
    }
  }

  /** Undefined for an invalid event and for an event without a reaction; both are handled outside batches. */
  parseHandled(event: unknown): TypedEvent | undefined {
    try {
      const parsed = parseEvent(event)
      return this.reactions.has(parsed.type) ? parsed : undefined
    } catch (error) {
      if (error instanceof UnknownEvent) return undefined
      throw error
    }
  }

  async apply(event: TypedEvent, tx: Transaction<DB>, about: AboutEvent): Promise<Outcome> {
    const reaction = this.reactions.get(event.type)
    if (!reaction) return 'ignored'
    const verdict = await this.inbox.admit(tx, event)
    if (reaction.repeat) await reaction.repeat(event)
    else if (this.isToApply(verdict)) await reaction.handle?.(event, tx, about)
    return verdict
  }

  async failed(event: TypedEvent, delivery: Delivery, tries: number, error: unknown): Promise<void> {
    const details = { error, eventId: event.id, type: event.type, tries }
    if (isUnavailable(error)) {
      const pauseMs = this.pauseAfter(delivery.attempt)
      if (delivery.attempt > 1) await this.inbox.undoTry(event.id).catch(() => undefined)
      this.log.warn({ ...details, pauseMs }, 'an event waits: a dependency is unavailable')
      return await this.handBack(delivery, pauseMs)
    }
    if (tries >= this.maxTries)
      return await this.acknowledgeAfter(delivery, () => this.deadLetter(delivery.event, error, tries))
    const pauseMs = this.pauseAfter(tries)
    this.log.warn({ ...details, pauseMs }, 'an event failed; it will be retried')
    await this.inbox.noteFailure(event.id, tries, messageOf(error)).catch(() => undefined)
    await this.handBack(delivery, pauseMs)
  }

  pauseAfter(tries: number): number {
    return this.pausesMs[Math.min(tries, this.pausesMs.length) - 1] ?? 1_000
  }

  async handBack(delivery: Delivery, pauseMs: number): Promise<void> {
    this.metrics.retried()
    await delivery
      .retry(pauseMs)
      .catch((error: unknown) => this.log.warn({ error }, 'an event could not be returned to the bus'))
  }

  /**
   * Runs `last`, then acknowledges the event. After an error, the event is redelivered; the inbox skips it if
   * its effect was committed.
   */
  async acknowledgeAfter(delivery: Delivery, last: () => Promise<void>): Promise<void> {
    try {
      await last()
      await delivery.ack()
    } catch (error) {
      this.log.warn({ error }, 'an event could not be acknowledged; it will be redelivered')
      await this.handBack(delivery, this.pauseAfter(delivery.attempt))
    }
  }

  async observe(): Promise<void> {
    this.metrics.observe({
      backlog: await this.subscription?.backlog(),
      deadLetters: await this.inbox.deadLetters(),
    })
    await this.inbox.purge()
  }
}

type Outcome = Verdict | 'ignored'

/** Fields that are read before the event is validated. */
const head = z.object({ id: z.string(), time: z.string() })
