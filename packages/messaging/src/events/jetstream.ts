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
  /** How long the stream keeps events; default 14 days, twice as long as the outbox. */
  readonly maxAgeMs?: number
}

const minute = 60_000
const day = 24 * 60 * minute
/** How long a publish waits for a connection, and then for the confirmation. */
const connectWithinMs = 2_000
const confirmWithinMs = 5_000

/**
 * The bus on NATS JetStream (server 2.9 or newer). Starts while NATS is away: publish then fails with BUS_UNAVAILABLE
 * within 2 s, consumers wait. Stream and consumers are created when missing, also after the broker has lost them.
 */
export function jetStreamEventBus(options: JetStreamOptions): EventBus {
  const { log, domain, prefix = defaultPrefix } = options
  const nats = natsConnection(options, log)
  const update = streamUpdater(log)
  const inDomain = domain ? { domain } : {}
  const settings = {
    name: eventStream(prefix),
    subjects: [`${prefix}.>`],
    replicas: options.replicas ?? 1,
    dedupeWindowMs: options.dedupeWindowMs ?? 10 * minute,
    maxAgeMs: options.maxAgeMs ?? 14 * day,
  }
  const access: StreamAccess = {
    stream: settings.name,
    domain,
    ready: () => ready(),
    toWire: (subject) => subject.replace(/^typecase(?=\.|$)/, prefix),
    fromWire: (subject) => `typecase${subject.slice(prefix.length)}`,
    log,
  }
  const subscriptions = new Set<Subscription>()
  let closed: Promise<void> | undefined

  async function manager(connection: NatsConnection): Promise<JetStreamManager> {
    return await connection.jetstreamManager({ checkAPI: false, timeout: confirmWithinMs, ...inDomain })
  }

  async function ready() {
    const connection = await nats.live(connectWithinMs)
    const jsm = await manager(connection)
    const info = await ensureStream(jsm, settings, update)
    return { connection, jsm, info }
  }

  async function send(subject: string, payload: string, messageId: string): Promise<void> {
    const connection = await nats.live(connectWithinMs)
    await connection.jetstream(inDomain).publish(access.toWire(subject), payload, {
      msgID: messageId,
      timeout: confirmWithinMs,
      expect: { streamName: settings.name },
    })
  }

  async function close(): Promise<void> {
    await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
    await nats.close()
  }

  return {
    publish: async (event, { subject = subjectOf(event), messageId = event.id } = {}) => {
      const payload = JSON.stringify(event)
      try {
        await send(subject, payload, messageId).catch(async (error: unknown) => {
          if (!isMissingStream(error)) throw error
          await ready()
          await send(subject, payload, messageId)
        })
      } catch (error) {
        throw isTooLarge(error) ? eventRefused('it is too large', error) : busUnavailable(error)
      }
    },
    consume: async (consumer) => {
      const subscription = await jetStreamConsumer(access, consumer)
      subscriptions.add(subscription)
      return {
        ...subscription,
        stop: async () => {
          subscriptions.delete(subscription)
          await subscription.stop()
        },
      }
    },
    extent: async () => {
      try {
        const { info } = await ready()
        return { epoch: info.created, sequence: info.state.last_seq }
      } catch (error) {
        throw busUnavailable(error)
      }
    },
    ping: async () => {
      try {
        await (await nats.live(connectWithinMs)).flush()
      } catch (error) {
        throw busUnavailable(error)
      }
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

/** No stream listens on the subject. */
const isMissingStream = (error: unknown): boolean => error instanceof NatsError && error.code === '503'

const exceedsStreamLimit = 10_054

const isTooLarge = (error: unknown): boolean =>
  error instanceof NatsError && (error.code === 'MAX_PAYLOAD_EXCEEDED' || error.api_error?.err_code === exceedsStreamLimit)
