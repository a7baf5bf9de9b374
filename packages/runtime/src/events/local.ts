import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log/index.ts'
import { migrate, type Postgres } from '../postgres/index.ts'
import { type ConsumeOptions, type Delivery, type EventBus, type Subscription, subjectOf } from './bus.ts'
import { busUnavailable } from './errors.ts'
import { type Claim, localQueue, patternOf } from './local-queue.ts'
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

const pollMs = 5_000
const purgeMs = 10 * 60_000
const fortnightMs = 14 * 24 * 3_600_000

/**
 * The bus of the standalone form: a durable queue in Postgres, so that nothing is lost when the process dies. Several
 * instances on one database are one bus. The tables are created at first use.
 */
export function localEventBus<DB>({
  postgres,
  log,
  schema = 'events',
  keepMs = fortnightMs,
}: LocalBusOptions<DB>): EventBus {
  const channel = `bus_${schema}`
  const queue = localQueue(postgres.db, schema, channel)
  const subscriptions = new Set<Subscription>()
  const housekeeping = setInterval(() => void purge(), purgeMs).unref()
  let migrated: Promise<void> | undefined
  let closed: Promise<void> | undefined

  /** Every operation makes sure of the tables first, and once more when they have gone meanwhile. */
  async function ready<T>(operation: () => Promise<T>): Promise<T> {
    try {
      await tables()
      return await operation().catch(async (error: unknown) => {
        if (!isMissingTable(error)) throw error
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
    migrated ??= migrate({ db: postgres.db, schema }, localTables(schema)).catch((error: unknown) => {
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
      listen: (fn) => postgres.listen(channel, fn),
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
    publish: (event, { subject = subjectOf(event), messageId = event.id } = {}) =>
      ready(() => queue.publish(messageId, subject, JSON.stringify(event))),
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

const isMissingTable = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '42P01'

interface LocalConsumerOptions extends ConsumeOptions {
  readonly queue: ReturnType<typeof localQueue>
  readonly register: () => Promise<void>
  readonly registered: boolean
  readonly listen: (fn: () => void) => Promise<() => Promise<void>>
  readonly log: Logger
}

/** Takes what is due, one delivery a worker; woken by a publish, by the next due time, or every 5 s. */
async function localConsumer(options: LocalConsumerOptions): Promise<Pick<Subscription, 'stop'>> {
  const { durable, queue, log, concurrency = 1, ackWaitMs = 10_000 } = options
  const stopping = new AbortController()
  let rung = new AbortController()
  let registered = options.registered
  const unlisten = await options.listen(() => {
    rung.abort()
    rung = new AbortController()
  })

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const bell = rung.signal
      try {
        if (!registered) await options.register()
        registered = true
        const claim = await queue.claim(durable, ackWaitMs)
        if (claim) await handle(claim)
        else await rest(Math.min((await queue.nextDue(durable)) ?? pollMs, pollMs), bell)
      } catch (error) {
        registered = false
        log.warn({ error, durable }, 'consumer interrupted; trying again')
        await rest(1_000, stopping.signal)
      }
    }
  }

  async function rest(ms: number, bell: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([bell, stopping.signal])
    await sleep(Math.max(ms, 5), undefined, { signal }).catch(() => undefined)
  }

  async function handle(claim: Claim): Promise<void> {
    try {
      await options.handle(deliveryOf(claim))
    } catch (error) {
      log.error({ error, durable, subject: claim.subject }, 'a delivery was neither acknowledged nor handed back')
    }
  }

  const deliveryOf = (claim: Claim): Delivery => ({
    event: claim.event,
    subject: claim.subject,
    attempt: claim.attempt,
    ack: () => queue.acknowledge(durable, claim).catch(rethrowUnavailable),
    retry: (delayMs) => queue.postpone(durable, claim, delayMs).catch(rethrowUnavailable),
    progress: () => queue.postpone(durable, claim, ackWaitMs).catch(rethrowUnavailable),
  })

  const workers = Promise.all(Array.from({ length: concurrency }, work))
  return {
    stop: async () => {
      stopping.abort()
      await workers
      await unlisten()
    },
  }
}

function rethrowUnavailable(error: unknown): never {
  throw busUnavailable(error)
}
