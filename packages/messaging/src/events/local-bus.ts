import { inBatches } from '@typecase/runtime/batching'
import type { Logger } from '@typecase/runtime/log'
import { migrate, type Postgres } from '@typecase/runtime/postgres'
import { type ConsumeOptions, type EventBus, type Subscription, subjectOf } from './bus.ts'
import { busUnavailable } from './errors.ts'
import { localBusMigrations } from './local-bus-migrations.ts'
import { localBusQueries, type OutgoingMessage, patternOf } from './local-bus-queries.ts'
import { localConsumer } from './local-consumer.ts'

export interface LocalBusOptions<DB> {
  /** Connection to the database that all services share, in which the bus has its own schema. */
  readonly postgres: Postgres<DB>
  readonly log: Logger
  /** Default `events`. */
  readonly schema?: string
  /** How long events are stored for later consumers; default 14 days. */
  readonly keepMs?: number
}

const purgeMs = 10 * 60_000
const fortnightMs = 14 * 24 * 3_600_000

/**
 * The bus of the standalone deployment: a durable queue in Postgres. All instances on one database form one
 * bus.
 */
export function localEventBus<DB>(options: LocalBusOptions<DB>): EventBus {
  const eventBus = new LocalBus<DB>(options)
  const publishing = inBatches(
    async (messages: readonly OutgoingMessage[]) =>
      void (await eventBus.ready(() => eventBus.queue.publish(messages))),
  )
  const purgeTimer = setInterval(() => void eventBus.purge(), purgeMs).unref()
  let closed: Promise<void> | undefined

  return {
    publish: async (event, { subject = subjectOf(event), messageId = event.id } = {}) =>
      publishing({ messageId, subject, event: JSON.stringify(event) }),
    publishTogether: async (messages) => {
      const published = messages.map(({ event, subject }) => ({
        messageId: event.id,
        subject,
        event: JSON.stringify(event),
      }))
      return await eventBus.ready(() => eventBus.queue.publish(published))
    },
    consume: eventBus.consume,
    extent: () => eventBus.ready(() => eventBus.queue.extent()),
    ping: () => eventBus.ready(() => eventBus.postgres.ping()),
    close: () => {
      clearInterval(purgeTimer)
      closed ??= Promise.all([...eventBus.subscriptions].map((subscription) => subscription.stop())).then(
        () => undefined,
      )
      return closed
    },
  }
}

class LocalBus<DB> {
  readonly postgres
  readonly log
  readonly schema
  readonly keepMs
  readonly channel
  readonly queue
  migrated: Promise<void> | undefined
  readonly subscriptions = new Set<Subscription>()

  constructor({ postgres, log, schema = 'events', keepMs = fortnightMs }: LocalBusOptions<DB>) {
    this.postgres = postgres
    this.log = log
    this.schema = schema
    this.keepMs = keepMs

    this.channel = `bus_${this.schema}`
    this.queue = localBusQueries(this.postgres.db, this.schema, this.channel)
  }

  /** Creates missing tables, then runs the operation. Does both again if the tables have been dropped. */
  async ready<T>(operation: () => Promise<T>): Promise<T> {
    try {
      await this.tables()
      return await operation().catch(async (error: unknown) => {
        if (!isMissing(error)) throw error
        this.migrated = undefined
        await this.tables()
        return await operation()
      })
    } catch (error) {
      throw busUnavailable(error)
    }
  }

  /** Creates the tables once per process. */
  tables(): Promise<void> {
    this.migrated ??= migrate(
      { ...this.postgres, schema: this.schema },
      localBusMigrations(this.schema),
    ).catch((error: unknown) => {
      this.migrated = undefined
      throw error
    })
    return this.migrated
  }

  async purge(): Promise<void> {
    await this.ready(() => this.queue.purge(this.keepMs)).catch((error: unknown) =>
      this.log.warn({ error }, 'old events could not be deleted'),
    )
  }

  readonly consume = async (options: ConsumeOptions): Promise<Subscription> => {
    const { durable, subjects } = options
    const register = () => this.ready(() => this.queue.register(durable, patternOf(subjects)))
    const registered = await register().then(
      () => true,
      (error: unknown) => {
        this.log.warn({ error, durable }, 'the bus is unavailable; the consumer starts later')
        return false
      },
    )
    const consumer = await localConsumer({
      ...options,
      queue: this.queue,
      register,
      registered,
      log: this.log,
      // A notification without names, as after a reconnect, may concern every consumer.
      listen: (fn) =>
        this.postgres.listen(
          this.channel,
          (durables) => (!durables || durables.split(' ').includes(durable)) && fn(),
        ),
    })
    const subscription: Subscription = {
      backlog: () => this.ready(() => this.queue.backlog(durable)),
      stop: async () => {
        this.subscriptions.delete(subscription)
        await consumer.stop()
      },
    }
    this.subscriptions.add(subscription)
    return subscription
  }
}

/** PostgreSQL codes of a missing table, function and schema. */
const missing: readonly unknown[] = ['42P01', '42883', '3F000']

const isMissing = (error: unknown): boolean => missing.includes((error as { code?: unknown } | null)?.code)
