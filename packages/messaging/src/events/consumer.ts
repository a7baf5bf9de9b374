import { type EventType, isEventType, natsSubject, parseEvent, type TypedEvent, UnknownEvent } from '@typecase/contracts/events'
import { isAppError, serviceActor } from '@typecase/kernel'
import { childTraceparent, newContext, runInContext } from '@typecase/runtime/context'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { type Postgres, STORAGE_TIMEOUT } from '@typecase/runtime/postgres'
import { beginSpan } from '@typecase/runtime/tracing'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { OutboxTables } from '../outbox/tables.ts'
import type { Delivery, EventBus, Subscription } from './bus.ts'
import { consumerMetrics } from './consumer-metrics.ts'
import { deadLetterReplays } from './dead-letter-replays.ts'
import { messageOf } from './errors.ts'
import { inboxOf, type Verdict } from './inbox.ts'
import { parking } from './parking.ts'

export interface EventConsumerOptions<DB extends OutboxTables, Lists extends readonly (readonly EventType[])[]> {
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
  readonly inAnyOrder?: boolean
  /** Pauses before the second and each further try, in milliseconds; one try more than pauses. */
  readonly pausesMs?: readonly number[]
  readonly ackWaitMs?: number
  /**
   * The ids of those of these events whose effect is there already, by another way than by them, and committed. They count as
   * handled, many with one statement.
   */
  readonly alreadyTrue?: (events: readonly TypedEvent[]) => Promise<ReadonlySet<string>>
  /**
   * What `on` does, for several events of its types with one transaction, where the bus has several at hand: in their order, without
   * those that are older than what was applied for their entity. When it fails, each is tried by itself.
   */
  readonly together?: (events: readonly TypedEvent[], tx: Transaction<DB>) => Promise<void>
}

export interface EventReaction<DB, Types extends readonly EventType[]> {
  readonly types: Types
  /** Runs in the transaction that notes the event, and writes in it. It calls no other service: that would hold a connection. */
  readonly handle?: (event: TypedEvent<Types[number]>, tx: Transaction<DB>, about: AboutEvent) => Promise<void>
  /** Instead of `handle`: runs before the event is noted, perhaps more than once, and must be right whatever the order. */
  readonly repeat?: (event: TypedEvent<Types[number]>) => Promise<void>
}

/** How an event came. */
export interface AboutEvent {
  /** Nothing else waits for this consumer, as far as the bus knows at once. */
  readonly isAlone: boolean
}

const pauses = [200, 1_000, 5_000, 15_000, 30_000, 60_000, 120_000]

/**
 * Applies each event once. The inbox row, the revision guard and the handler's effect are one transaction, acknowledged
 * after its commit: a repeated event does nothing, one that is older than what was applied for its entity is skipped, unless order does not matter.
 *
 * A try that fails is repeated after a growing pause while others pass; after the 8th the event is parked as a dead
 * letter (see `deadLetters`) and a copy is published under `typecase.dead.<durable>`. A try that took the process down
 * counts. What is not in the catalogue is parked at once. Failures of kind `unavailable` (the database or a service is
 * away; not a statement's time-out) are no fault of the event: they are repeated without counting.
 */
export function eventConsumer<DB extends OutboxTables, const Lists extends readonly (readonly EventType[])[]>(
  options: EventConsumerOptions<DB, Lists>,
): Part {
  const { bus, postgres, durable, log, pausesMs = pauses, ackWaitMs = 10_000, inAnyOrder = false } = options
  const reactions = reactionsByType(options.on as readonly Reaction<DB>[])
  const inbox = inboxOf(postgres, durable)
  const metrics = consumerMetrics(durable)
  const park = parking({ bus, postgres, durable, log, metrics })
  const replays = deadLetterReplays({ postgres, durable, log, apply: (event, tx) => apply(event, tx, { isAlone: false }) })
  const maxTries = pausesMs.length + 1
  const isCarriedOut = (verdict: Verdict | undefined): boolean => verdict === 'applied' || (inAnyOrder && verdict === 'outdated')
  let subscription: Subscription | undefined
  let observing: NodeJS.Timeout | undefined

  async function receive(delivery: Delivery): Promise<void> {
    const beat = setInterval(() => void delivery.progress().catch(() => undefined), ackWaitMs / 3)
    try {
      const event = parseEvent(delivery.event)
      const about = { 'messaging.message.id': event.id, 'messaging.consumer.group.name': durable }
      const span = beginSpan(`handle ${event.type}`, 'consumer', event.traceparent, about)
      try {
        await runInContext(contextOf(durable, event, span?.traceparent), () => attempt(event, delivery))
      } finally {
        span?.end()
      }
    } catch (error) {
      if (!(error instanceof UnknownEvent)) throw error
      await settle(delivery, () => park(delivery.event, error, delivery.attempt))
    } finally {
      clearInterval(beat)
    }
  }

  async function attempt(event: TypedEvent, delivery: Delivery): Promise<void> {
    let tries = 1
    try {
      if (delivery.attempt > 1) tries = await inbox.startTry(event.id)
      if (tries > maxTries) {
        const why = await inbox.lastError(event.id)
        await settle(delivery, () => park(delivery.event, new Error(why), tries - 1))
        return
      }
      const { repeat } = reactions.get(event.type) ?? {}
      const about = { isAlone: delivery.isAlone === true }
      const outcome = repeat ? await repeated(event, repeat) : await postgres.db.transaction().execute((tx) => apply(event, tx, about))
      metrics.handled(outcome, event.time)
      if (delivery.attempt > 1) await inbox.endTries(event.id)
    } catch (error) {
      return await failed(event, delivery, tries, error)
    }
    await settle(delivery, async () => undefined)
  }

  async function repeated(event: TypedEvent, repeat: (event: TypedEvent) => Promise<void>): Promise<Outcome> {
    if ((await inbox.seen([event.id])).size > 0) return 'duplicate'
    await repeat(event)
    return postgres.db.transaction().execute((tx) => inbox.admit(tx, event))
  }

  /** After an outage events come by the thousand, most of them handled long ago or true by now: one question for many of them. */
  async function settled(events: readonly unknown[]): Promise<ReadonlySet<number>> {
    const heads = events.map((event) => head.safeParse(event).data)
    const outcomes = new Map<string, Outcome>()
    for (const id of await inbox.seen(heads.flatMap((each) => (each ? [each.id] : [])))) outcomes.set(id, 'duplicate')
    const others = events.flatMap((event) => known(event) ?? []).filter(({ id }) => !outcomes.has(id))
    const already = (others.length > 0 && (await options.alreadyTrue?.(others))) || new Set<string>()
    if (already.size > 0) await inbox.note([...already])
    for (const id of already) outcomes.set(id, 'outdated')
    for (const [id, outcome] of await appliedTogether(others.filter(({ id }) => !already.has(id)))) outcomes.set(id, outcome)
    const places = heads.flatMap((each, place) => (each && outcomes.has(each.id) ? [place] : []))
    for (const { id, time } of places.flatMap((place) => heads[place] ?? [])) metrics.handled(outcomes.get(id) as Outcome, time)
    return new Set(places)
  }

  async function appliedTogether(events: readonly TypedEvent[]): Promise<ReadonlyMap<string, Outcome>> {
    const { together } = options
    const [first] = events
    if (!together || !first || events.length < 2) return new Map()
    const span = beginSpan('handle events together', 'consumer', first.traceparent, { 'messaging.consumer.group.name': durable })
    try {
      return await runInContext(contextOf(durable, first, span?.traceparent), () =>
        postgres.db.transaction().execute(async (tx) => {
          const outcomes = await inbox.admitAll(tx, events)
          const applied = new Map(events.filter(({ id }) => isCarriedOut(outcomes.get(id))).map((event) => [event.id, event]))
          if (applied.size > 0) await together([...applied.values()], tx)
          return outcomes
        }),
      )
    } catch (error) {
      if (!isNobodysFault(error)) log.warn({ error, durable, events: events.length }, 'events could not be carried out together')
      throw error
    } finally {
      span?.end()
    }
  }

  /** Undefined where it is looked at by itself, because no reaction to it is known or it has another form. */
  function known(event: unknown): TypedEvent | undefined {
    try {
      const parsed = parseEvent(event)
      return reactions.has(parsed.type) ? parsed : undefined
    } catch (error) {
      if (error instanceof UnknownEvent) return undefined
      throw error
    }
  }

  async function apply(event: TypedEvent, tx: Transaction<DB>, about: AboutEvent): Promise<Outcome> {
    const reaction = reactions.get(event.type)
    if (!reaction) return 'ignored'
    const verdict = await inbox.admit(tx, event)
    if (reaction.repeat) await reaction.repeat(event)
    else if (isCarriedOut(verdict)) await reaction.handle?.(event, tx, about)
    return verdict
  }

  async function failed(event: TypedEvent, delivery: Delivery, tries: number, error: unknown): Promise<void> {
    const details = { error, eventId: event.id, type: event.type, tries }
    if (isNobodysFault(error)) {
      const pauseMs = pauseAfter(delivery.attempt)
      if (delivery.attempt > 1) await inbox.undoTry(event.id).catch(() => undefined)
      log.warn({ ...details, pauseMs }, 'an event waits: something it needs is away')
      return await handBack(delivery, pauseMs)
    }
    if (tries >= maxTries) return await settle(delivery, () => park(delivery.event, error, tries))
    const pauseMs = pauseAfter(tries)
    log.warn({ ...details, pauseMs }, 'an event failed; it will be tried again')
    await inbox.noteFailure(event.id, tries, messageOf(error)).catch(() => undefined)
    await handBack(delivery, pauseMs)
  }

  const pauseAfter = (tries: number): number => pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 1_000

  async function handBack(delivery: Delivery, pauseMs: number): Promise<void> {
    metrics.retried()
    await delivery.retry(pauseMs).catch((error: unknown) => log.warn({ error }, 'an event could not be handed back'))
  }

  /** Acknowledges once `last` is done. If either fails the event comes again, and the inbox knows it. */
  async function settle(delivery: Delivery, last: () => Promise<void>): Promise<void> {
    try {
      await last()
      await delivery.ack()
    } catch (error) {
      log.warn({ error }, 'an event could not be settled; it will come again')
      await handBack(delivery, pauseAfter(delivery.attempt))
    }
  }

  async function observe(): Promise<void> {
    metrics.observe({ backlog: await subscription?.backlog(), parked: await inbox.parked() })
    await inbox.purge()
  }

  return {
    name: `event consumer ${durable}`,
    start: async () => {
      subscription = await bus.consume({
        durable,
        subjects: [...reactions.keys()].map(natsSubject),
        handle: receive,
        settled,
        concurrency: options.concurrency ?? 1,
        ackWaitMs,
      })
      await replays.start()
      const measure = () => observe().catch((error: unknown) => log.debug({ error, durable }, 'the consumer could not be measured'))
      observing = setInterval(measure, 15_000).unref()
      void measure()
    },
    stop: async () => {
      clearInterval(observing)
      await replays.stop()
      await subscription?.stop()
    },
  }
}

type Outcome = Verdict | 'ignored'

/** In which an event is handled, under that span or one of its own. */
const contextOf = (durable: string, event: TypedEvent, traceparent = childTraceparent(event.traceparent ?? '')) =>
  newContext({ traceparent, actor: serviceActor(durable) })

type Reaction<DB> = EventReaction<DB, readonly EventType[]>

function reactionsByType<DB>(on: readonly Reaction<DB>[]): Map<EventType, Reaction<DB>> {
  const reactions = new Map<EventType, Reaction<DB>>()
  for (const reaction of on) {
    if ((reaction.handle === undefined) === (reaction.repeat === undefined)) throw new TypeError('A reaction has either handle or repeat')
    for (const type of reaction.types) {
      if (!isEventType(type) || reactions.has(type)) throw new TypeError(`Event type ${type} is unknown or listed twice`)
      reactions.set(type, reaction)
    }
  }
  return reactions
}

/** What is asked about before an event is looked at as a whole. */
const head = z.object({ id: z.string(), time: z.string() })

const isNobodysFault = (error: unknown): boolean => isAppError(error) && error.kind === 'unavailable' && error.code !== STORAGE_TIMEOUT
