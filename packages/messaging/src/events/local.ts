import { inGroups } from '@typecase/runtime/in-groups'
import type { Logger } from '@typecase/runtime/log'
import { migrate, type Postgres } from '@typecase/runtime/postgres'
import { type ConsumeOptions, type EventBus, type Subscription, subjectOf } from './bus.ts'
import { busUnavailable } from './errors.ts'
import { localConsumer } from './local-consumer.ts'
import { localQueue, type Published, patternOf } from './local-queue.ts'
import { localTables } from './local-tables.ts'

export interface LocalBusOptions<DB> {
  /** Any connection to the database that all services share; the bus has a schema of its own in it. */
  readonly postgres: Postgres<DB>
  readonly log: Logger
  /** Default `events`. */
  readonly schema?: string
  /** How long events stay for consumers that come later; default 14 days. */
  readonly keepMs?: number
}

const purgeMs = 10 * 60_000
const fortnightMs = 14 * 24 * 3_600_000

/**
 * The bus of the standalone form: a durable queue in Postgres, so that nothing is lost when the process dies. Several
 * instances on one database are one bus. The tables are created at first use.
 */
export function localEventBus<DB>({ postgres, log, schema = 'events', keepMs = fortnightMs }: LocalBusOptions<DB>): EventBus {
  const channel = `bus_${schema}`
  const queue = localQueue(postgres.db, schema, channel)
  const publishing = inGroups(async (some: readonly Published[]) => void (await ready(() => queue.publish(some))))
  const subscriptions = new Set<Subscription>()
  const housekeeping = setInterval(() => void purge(), purgeMs).unref()
  let migrated: Promise<void> | undefined
  let closed: Promise<void> | undefined

  /** Every operation makes sure of the tables first, and once more when they have gone meanwhile. */
  async function ready<T>(operation: () => Promise<T>): Promise<T> {
    try {
      await tables()
      return await operation().catch(async (error: unknown) => {
        if (!isMissing(error)) throw error
        migrated = undefined
        await tables()
        return await operation()
      })
    } catch (error) {
      throw busUnavailable(error)
    }
  }

  /** A set-up that failed is tried again by the next caller. */
  function tables(): Promise<void> {
    migrated ??= migrate({ ...postgres, schema }, localTables(schema)).catch((error: unknown) => {
      migrated = undefined
      throw error
    })
    return migrated
  }

  async function purge(): Promise<void> {
    await ready(() => queue.purge(keepMs)).catch((error: unknown) => log.warn({ error }, 'old events could not be removed'))
  }

  async function consume(options: ConsumeOptions): Promise<Subscription> {
    const { durable, subjects } = options
    const register = () => ready(() => queue.register(durable, patternOf(subjects)))
    const registered = await register().then(
      () => true,
      (error: unknown) => {
        log.warn({ error, durable }, 'the bus is away; consumer will follow')
        return false
      },
    )
    const subscription = await localConsumer({
      ...options,
      queue,
      register,
      registered,
      log,
      // Without names, as after the connection was away, there may be something for anybody.
      listen: (fn) => postgres.listen(channel, (durables) => (!durables || durables.split(' ').includes(durable)) && fn()),
    })
    const known: Subscription = {
      backlog: () => ready(() => queue.backlog(durable)),
      stop: async () => {
        subscriptions.delete(known)
        await subscription.stop()
      },
    }
    subscriptions.add(known)
    return known
  }

  return {
    publish: async (event, { subject = subjectOf(event), messageId = event.id } = {}) =>
      publishing({ messageId, subject, event: JSON.stringify(event) }),
    publishTogether: async (messages) => {
      const published = messages.map(({ event, subject }) => ({ messageId: event.id, subject, event: JSON.stringify(event) }))
      return await ready(() => queue.publish(published))
    },
    consume,
    extent: () => ready(() => queue.extent()),
    ping: () => ready(() => postgres.ping()),
    close: () => {
      clearInterval(housekeeping)
      closed ??= Promise.all([...subscriptions].map((subscription) => subscription.stop())).then(() => undefined)
      return closed
    },
  }
}

/** PostgreSQL's codes of a table, a function and a schema that is not there. */
const missing: readonly unknown[] = ['42P01', '42883', '3F000']

const isMissing = (error: unknown): boolean => missing.includes((error as { code?: unknown } | null)?.code)
