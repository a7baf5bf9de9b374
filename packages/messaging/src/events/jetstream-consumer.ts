import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@typecase/runtime/log'
import type { ConsumerMessages, JetStreamManager, JsMsg, NatsConnection } from 'nats'
import type { ConsumeOptions, Delivery, Subscription } from './bus.ts'
import { busUnavailable } from './errors.ts'
import { attempted, waitingLine } from './jetstream-line.ts'
import { ensureConsumer } from './jetstream-stream.ts'
import { commonSubject, matchesAny } from './subjects.ts'

export interface StreamAccess {
  readonly stream: string
  readonly domain: string | undefined
  /** Connects, makes sure of the stream and answers both. @throws BUS_UNAVAILABLE */
  ready(): Promise<{ connection: NatsConnection; jsm: JetStreamManager }>
  readonly toWire: (subject: string) => string
  readonly fromWire: (subject: string) => string
  readonly log: Logger
}

/** Deliveries that are asked for at once: a request for each would cost more than most of them. */
const handful = 32

/**
 * One durable consumer on the server for all its subjects. Servers before 2.10 filter by a single subject only, so the
 * filter is the narrowest pattern that covers all, and what it lets through besides is acknowledged here. Two consumers
 * for two subjects would lose the order between them. What has come and waits for its turn is kept from coming again, and
 * handed back when the consumer stops.
 */
export async function jetStreamConsumer(access: StreamAccess, options: ConsumeOptions): Promise<Subscription> {
  const { durable, subjects, concurrency = 1, ackWaitMs = 10_000 } = options
  const settings = { durable, filter: access.toWire(commonSubject(subjects)), ackWaitMs }
  const stopping = new AbortController()
  const line = waitingLine(ackWaitMs, access.log)
  const running = new Set<Promise<void>>()
  let pull: ConsumerMessages | undefined

  async function read(): Promise<void> {
    let pauseMs = 100
    while (!stopping.signal.aborted) {
      try {
        await pullUntilIdle()
        pauseMs = 100
      } catch (error) {
        if (stopping.signal.aborted) return
        access.log.debug({ error, durable, pauseMs }, 'consumer interrupted; trying again')
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
        pauseMs = Math.min(pauseMs * 2, 2_000)
      }
    }
  }

  /** A pull that stays empty may mean that the consumer is gone, so the next round makes sure of it. */
  async function pullUntilIdle(): Promise<void> {
    const { connection } = await ensured()
    const consumer = await connection.jetstream(access.domain ? { domain: access.domain } : {}).consumers.get(access.stream, durable)
    for (let got = 1; got > 0 && !stopping.signal.aborted; ) {
      got = 0
      pull = await consumer.fetch({ max_messages: handful, expires: 2_000 })
      if (stopping.signal.aborted) pull.stop()
      for await (const message of pull) {
        got++
        line.add(message)
      }
      await line.shorterThan(handful / 2)
    }
  }

  async function handOut(): Promise<void> {
    for (let some = await line.next(); some.length > 0; some = await line.next()) {
      // The question may carry some of them out: with one at a time they keep their order.
      if (concurrency === 1) await Promise.all(running)
      for (const message of await unsettled(some)) {
        while (running.size >= concurrency) await Promise.race(running)
        line.leave(message)
        if (stopping.signal.aborted) attempted(access.log, () => message.nak())
        else {
          const delivered = deliver(message).finally(() => running.delete(delivered))
          running.add(delivered)
        }
      }
    }
    await Promise.all(running)
  }

  /** Those that have to be handled; the others are acknowledged. Only what comes for the first time is asked about. */
  async function unsettled(some: readonly JsMsg[]): Promise<readonly JsMsg[]> {
    const wanted = some.filter((message) => matchesAny(subjects, access.fromWire(message.subject)))
    const first = wanted.filter((message) => message.info.deliveryCount === 1)
    const known = await settledOf(first)
    const left = wanted.filter((message) => !known.has(message))
    for (const message of some) {
      if (left.includes(message)) continue
      line.leave(message)
      attempted(access.log, () => message.ack())
    }
    return left
  }

  async function settledOf(messages: readonly JsMsg[]): Promise<ReadonlySet<JsMsg>> {
    if (messages.length < 2 || !options.settled) return new Set()
    try {
      const places = await options.settled(messages.map(parsed))
      return new Set(messages.filter((_, place) => places.has(place)))
    } catch (error) {
      access.log.debug({ error, durable }, 'each of the events is looked at by itself')
      return new Set()
    }
  }

  async function deliver(message: JsMsg): Promise<void> {
    const subject = access.fromWire(message.subject)
    try {
      await options.handle(deliveryOf(message, subject))
    } catch (error) {
      access.log.error({ error, durable, subject }, 'a delivery was neither acknowledged nor handed back')
    }
  }

  async function ensured() {
    const { connection, jsm } = await access.ready()
    return { connection, info: await ensureConsumer(jsm, access.stream, settings) }
  }

  // Set up before answering, so that who consumes first and publishes then can rely on it; if the bus is away the
  // reader does it as soon as it is back.
  await ensured().catch((error: unknown) => access.log.warn({ error, durable }, 'the bus is away; consumer will follow'))
  const reading = read().finally(line.end)
  const handing = handOut()
  return {
    stop: async () => {
      stopping.abort()
      pull?.stop()
      await Promise.all([reading, handing])
    },
    backlog: async () => {
      const { info } = await ensured().catch((error: unknown) => {
        throw busUnavailable(error)
      })
      return info.num_pending + info.num_ack_pending
    },
  }
}

function deliveryOf(message: JsMsg, subject: string): Delivery {
  return {
    event: parsed(message),
    subject,
    attempt: message.info.deliveryCount,
    ack: async () => {
      if (!(await message.ackAck())) throw busUnavailable(new Error('the acknowledgement was not confirmed'))
    },
    retry: async (delayMs) => message.nak(Math.max(1, Math.round(delayMs))),
    progress: async () => message.working(),
  }
}

function parsed(message: JsMsg): unknown {
  try {
    return message.json()
  } catch {
    return message.string()
  }
}
