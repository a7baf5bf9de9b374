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
export async function jetStreamConsumer(
  access: StreamAccess,
  options: ConsumeOptions,
): Promise<Subscription> {
  const consumer = new JetStreamConsumer(access, options)

  // Set up before answering, so that who consumes first and publishes then can rely on it; if the bus is away the
  // reader does it as soon as it is back.
  await consumer
    .ensured()
    .catch((error: unknown) =>
      consumer.access.log.warn({ error, durable: consumer.durable }, 'the bus is away; consumer will follow'),
    )
  const reading = consumer.read().finally(consumer.line.end)
  const handing = consumer.handOut()
  return {
    stop: async () => {
      consumer.stopping.abort()
      consumer.pull?.stop()
      await Promise.all([reading, handing])
    },
    backlog: async () => {
      const { info } = await consumer.ensured().catch((error: unknown) => {
        throw busUnavailable(error)
      })
      return info.num_pending + info.num_ack_pending
    },
  }
}

class JetStreamConsumer {
  readonly access
  readonly options
  readonly durable
  readonly subjects
  readonly concurrency
  readonly ackWaitMs
  readonly settings
  readonly line
  pull: ConsumerMessages | undefined
  readonly stopping = new AbortController()
  readonly running = new Set<Promise<void>>()

  constructor(access: StreamAccess, options: ConsumeOptions) {
    this.access = access
    this.options = options

    const { durable, subjects, concurrency = 1, ackWaitMs = 10_000 } = this.options
    this.durable = durable
    this.subjects = subjects
    this.concurrency = concurrency
    this.ackWaitMs = ackWaitMs

    this.settings = {
      durable: this.durable,
      filter: this.access.toWire(commonSubject(this.subjects)),
      ackWaitMs: this.ackWaitMs,
    }
    this.line = waitingLine(this.ackWaitMs, this.access.log)
  }

  async read(): Promise<void> {
    let pauseMs = 100
    while (!this.stopping.signal.aborted) {
      try {
        await this.pullUntilIdle()
        pauseMs = 100
      } catch (error) {
        if (this.stopping.signal.aborted) return
        this.access.log.debug({ error, durable: this.durable, pauseMs }, 'consumer interrupted; trying again')
        await sleep(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined)
        pauseMs = Math.min(pauseMs * 2, 2_000)
      }
    }
  }

  /** A pull that stays empty may mean that the consumer is gone, so the next round makes sure of it. */
  async pullUntilIdle(): Promise<void> {
    const { connection } = await this.ensured()
    const consumer = await connection
      .jetstream(this.access.domain ? { domain: this.access.domain } : {})
      .consumers.get(this.access.stream, this.durable)
    for (let got = 1; got > 0 && !this.stopping.signal.aborted; ) {
      got = 0
      this.pull = await consumer.fetch({ max_messages: handful, expires: 2_000 })
      if (this.stopping.signal.aborted) this.pull.stop()
      for await (const message of this.pull) {
        got++
        this.line.add(message)
      }
      await this.line.shorterThan(handful / 2)
    }
  }

  async handOut(): Promise<void> {
    for (let some = await this.line.next(); some.length > 0; some = await this.line.next()) {
      // The question may carry some of them out: with one at a time they keep their order.
      if (this.concurrency === 1) await Promise.all(this.running)
      for (const message of await this.unsettled(some)) {
        while (this.running.size >= this.concurrency) await Promise.race(this.running)
        this.line.leave(message)
        if (this.stopping.signal.aborted) attempted(this.access.log, () => message.nak())
        else {
          const delivered = this.deliver(message).finally(() => this.running.delete(delivered))
          this.running.add(delivered)
        }
      }
    }
    await Promise.all(this.running)
  }

  /** Those that have to be handled; the others are acknowledged. Only what comes for the first time is asked about. */
  async unsettled(some: readonly JsMsg[]): Promise<readonly JsMsg[]> {
    const wanted = some.filter((message) => matchesAny(this.subjects, this.access.fromWire(message.subject)))
    const first = wanted.filter((message) => message.info.deliveryCount === 1)
    const known = await this.settledOf(first)
    const left = wanted.filter((message) => !known.has(message))
    for (const message of some) {
      if (left.includes(message)) continue
      this.line.leave(message)
      attempted(this.access.log, () => message.ack())
    }
    return left
  }

  async settledOf(messages: readonly JsMsg[]): Promise<ReadonlySet<JsMsg>> {
    if (messages.length < 2 || !this.options.settled) return new Set()
    try {
      const places = await this.options.settled(messages.map(parsed))
      return new Set(messages.filter((_, place) => places.has(place)))
    } catch (error) {
      this.access.log.debug({ error, durable: this.durable }, 'each of the events is looked at by itself')
      return new Set()
    }
  }

  async deliver(message: JsMsg): Promise<void> {
    const subject = this.access.fromWire(message.subject)
    try {
      await this.options.handle(deliveryOf(message, subject))
    } catch (error) {
      this.access.log.error(
        { error, durable: this.durable, subject },
        'a delivery was neither acknowledged nor handed back',
      )
    }
  }

  async ensured() {
    const { connection, jsm } = await this.access.ready()
    return { connection, info: await ensureConsumer(jsm, this.access.stream, this.settings) }
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
