import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@typecase/runtime/log'
import type { ConsumerMessages, JetStreamManager, JsMsg, NatsConnection } from 'nats'
import type { ConsumeOptions, Delivery, Subscription } from './bus.ts'
import { busUnavailable } from './errors.ts'
import { ensureConsumer } from './jetstream-stream.ts'
import { commonSubject, matchesAny } from './subjects.ts'
import { bestEffort, waitingMessages } from './waiting-messages.ts'

export interface StreamAccess {
  readonly stream: string
  readonly domain: string | undefined
  /** Connects and ensures that the stream exists. @throws BUS_UNAVAILABLE */
  ready(): Promise<{ connection: NatsConnection; jsm: JetStreamManager }>
  /** Replaces `typecase` at the start of a subject with the installation prefix; `fromWire` reverses it. */
  readonly toWire: (subject: string) => string
  readonly fromWire: (subject: string) => string
  readonly log: Logger
}

/** Messages per pull. A request for each message would cost more than handling most messages. */
const pullSize = 32

/**
 * Uses one durable consumer for all subjects, because separate consumers would not preserve the order across
 * subjects. NATS servers before 2.10 support one filter subject, so the filter is the common prefix of all
 * subjects, and events outside `subjects` are acknowledged unhandled. Messages that wait for a handler are
 * reported as in progress, so that the server does not redeliver them. A stop returns them to the server.
 */
export async function jetStreamConsumer(
  access: StreamAccess,
  options: ConsumeOptions,
): Promise<Subscription> {
  const consumer = new JetStreamConsumer(access, options)

  // Creates the consumer before returning, so that events published afterwards are delivered. If the bus is
  // unavailable, `read` creates the consumer later.
  await consumer
    .ensured()
    .catch((error: unknown) =>
      consumer.access.log.warn(
        { error, durable: consumer.durable },
        'the bus is unavailable; the consumer starts later',
      ),
    )
  const reading = consumer.read().finally(consumer.waiting.end)
  const handing = consumer.dispatch()
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
  readonly waiting
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
    this.waiting = waitingMessages(this.ackWaitMs, this.access.log)
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

  /** Returns after an empty pull: the consumer may have been deleted, and the next call recreates it. */
  async pullUntilIdle(): Promise<void> {
    const { connection } = await this.ensured()
    const consumer = await connection
      .jetstream(this.access.domain ? { domain: this.access.domain } : {})
      .consumers.get(this.access.stream, this.durable)
    for (let got = 1; got > 0 && !this.stopping.signal.aborted; ) {
      got = 0
      this.pull = await consumer.fetch({ max_messages: pullSize, expires: 2_000 })
      if (this.stopping.signal.aborted) this.pull.stop()
      for await (const message of this.pull) {
        got++
        this.waiting.add(message)
      }
      await this.waiting.shorterThan(pullSize / 2)
    }
  }

  async dispatch(): Promise<void> {
    for (let some = await this.waiting.next(); some.length > 0; some = await this.waiting.next()) {
      // `alreadyHandled` may apply events. With a concurrency of 1, running handlers end first, so that the
      // events are applied in order.
      if (this.concurrency === 1) await Promise.all(this.running)
      for (const message of await this.unhandled(some)) {
        while (this.running.size >= this.concurrency) await Promise.race(this.running)
        this.waiting.remove(message)
        if (this.stopping.signal.aborted) bestEffort(this.access.log, () => message.nak())
        else {
          const delivered = this.deliver(message).finally(() => this.running.delete(delivered))
          this.running.add(delivered)
        }
      }
    }
    await Promise.all(this.running)
  }

  /** Acknowledges events of other subjects and events already handled; returns all others. */
  async unhandled(some: readonly JsMsg[]): Promise<readonly JsMsg[]> {
    const wanted = some.filter((message) => matchesAny(this.subjects, this.access.fromWire(message.subject)))
    const first = wanted.filter((message) => message.info.deliveryCount === 1)
    const handled = await this.handledOf(first)
    const left = wanted.filter((message) => !handled.has(message))
    for (const message of some) {
      if (left.includes(message)) continue
      this.waiting.remove(message)
      bestEffort(this.access.log, () => message.ack())
    }
    return left
  }

  async handledOf(messages: readonly JsMsg[]): Promise<ReadonlySet<JsMsg>> {
    if (messages.length < 2 || !this.options.alreadyHandled) return new Set()
    try {
      const places = await this.options.alreadyHandled(messages.map(parsed))
      return new Set(messages.filter((_, place) => places.has(place)))
    } catch (error) {
      this.access.log.debug(
        { error, durable: this.durable },
        'the batch failed; events are handled one by one',
      )
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
        'a delivery was neither acknowledged nor returned',
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
