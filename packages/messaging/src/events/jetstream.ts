import type { Logger } from '@typecase/runtime/log'
import { type JetStreamManager, type NatsConnection, NatsError } from 'nats'
import { defaultPrefix, eventStream, type NatsAccess } from '../nats/index.ts'
import { type EventBus, type Subscription, subjectOf } from './bus.ts'
import { busUnavailable, eventRefused } from './errors.ts'
import { natsConnection } from './jetstream-connection.ts'
import { jetStreamConsumer, type StreamAccess } from './jetstream-consumer.ts'
import { ensureStream } from './jetstream-stream.ts'
import { streamUpdater } from './stream-updater.ts'

export interface JetStreamOptions extends NatsAccess {
  readonly log: Logger
  /** Default 10 minutes. */
  readonly dedupeWindowMs?: number
  /** Maximum age of events; default 14 days, twice as long as the outbox stores published rows. */
  readonly maxAgeMs?: number
}

const minute = 60_000
const day = 24 * 60 * minute
/** Milliseconds that a publish waits for a connection, then for the acknowledgement. */
const connectWithinMs = 2_000
const confirmWithinMs = 5_000

/**
 * The bus on NATS JetStream (server 2.9 or newer). Starts while NATS is unavailable: publishing then fails
 * with BUS_UNAVAILABLE after 2 s, and consumers wait. Creates missing streams and consumers again.
 */
export function jetStreamEventBus(options: JetStreamOptions): EventBus {
  const eventBus = new JetStreamBus(options)
  let closed: Promise<void> | undefined

  return {
    publish: async (event, { subject = subjectOf(event), messageId = event.id } = {}) => {
      const payload = JSON.stringify(event)
      try {
        await eventBus.send(subject, payload, messageId).catch(async (error: unknown) => {
          if (!isMissingStream(error)) throw error
          await eventBus.ready()
          await eventBus.send(subject, payload, messageId)
        })
      } catch (error) {
        throw isTooLarge(error) ? eventRefused('it is too large', error) : busUnavailable(error)
      }
    },
    consume: async (consumer) => {
      const subscription = await jetStreamConsumer(eventBus.access, consumer)
      eventBus.subscriptions.add(subscription)
      return {
        ...subscription,
        stop: async () => {
          eventBus.subscriptions.delete(subscription)
          await subscription.stop()
        },
      }
    },
    extent: async () => {
      try {
        const { info } = await eventBus.ready()
        return { epoch: info.created, sequence: info.state.last_seq }
      } catch (error) {
        throw busUnavailable(error)
      }
    },
    ping: async () => {
      try {
        await (await eventBus.nats.live(connectWithinMs)).flush()
      } catch (error) {
        throw busUnavailable(error)
      }
    },
    close: () => {
      closed ??= eventBus.close()
      return closed
    },
  }
}

class JetStreamBus {
  readonly options
  readonly log
  readonly domain
  readonly prefix
  readonly nats
  readonly update
  readonly inDomain
  readonly settings
  readonly access: StreamAccess
  readonly subscriptions = new Set<Subscription>()

  constructor(options: JetStreamOptions) {
    this.options = options

    const { log, domain, prefix = defaultPrefix } = this.options
    this.log = log
    this.domain = domain
    this.prefix = prefix

    this.nats = natsConnection(this.options, this.log)
    this.update = streamUpdater(this.log)
    this.inDomain = this.domain ? { domain: this.domain } : {}
    this.settings = {
      name: eventStream(this.prefix),
      subjects: [`${this.prefix}.>`],
      replicas: this.options.replicas ?? 1,
      dedupeWindowMs: this.options.dedupeWindowMs ?? 10 * minute,
      maxAgeMs: this.options.maxAgeMs ?? 14 * day,
    }
    this.access = {
      stream: this.settings.name,
      domain: this.domain,
      ready: () => this.ready(),
      toWire: (subject) => subject.replace(/^typecase(?=\.|$)/, this.prefix),
      fromWire: (subject) => `typecase${subject.slice(this.prefix.length)}`,
      log: this.log,
    }
  }

  async manager(connection: NatsConnection): Promise<JetStreamManager> {
    return await connection.jetstreamManager({ checkAPI: false, timeout: confirmWithinMs, ...this.inDomain })
  }

  async ready() {
    const connection = await this.nats.live(connectWithinMs)
    const jsm = await this.manager(connection)
    const info = await ensureStream(jsm, this.settings, this.update)
    return { connection, jsm, info }
  }

  async send(subject: string, payload: string, messageId: string): Promise<void> {
    const connection = await this.nats.live(connectWithinMs)
    await connection.jetstream(this.inDomain).publish(this.access.toWire(subject), payload, {
      msgID: messageId,
      timeout: confirmWithinMs,
      expect: { streamName: this.settings.name },
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()))
    await this.nats.close()
  }
}

/** True if no stream stores the subject. */
const isMissingStream = (error: unknown): boolean => error instanceof NatsError && error.code === '503'

const exceedsStreamLimit = 10_054

const isTooLarge = (error: unknown): boolean =>
  error instanceof NatsError &&
  (error.code === 'MAX_PAYLOAD_EXCEEDED' || error.api_error?.err_code === exceedsStreamLimit)
