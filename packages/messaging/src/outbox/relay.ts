import { setTimeout as sleep } from 'node:timers/promises'
import { isAppError } from '@typecase/kernel'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { holdLease, type Lease, type Postgres } from '@typecase/runtime/postgres'
import type { BusExtent, EventBus } from '../events/bus.ts'
import { channelName } from './channel.ts'
import { outboxMetrics } from './metrics.ts'
import { notifier } from './notifier.ts'
import { cloudEventOf, spanOf } from './row-event.ts'
import { type OutboxRow, outboxRows } from './rows.ts'
import type { OutboxTables } from './tables.ts'

export interface OutboxRelayOptions<DB extends OutboxTables> {
  readonly postgres: Postgres<DB>
  readonly bus: EventBus
  /** CloudEvents source: `/typecase/content`. */
  readonly source: string
  readonly log: Logger
  /** How long published rows are stored, to refill a broker that lost them; default 7 days. */
  readonly keepMs?: number
  /** Milliseconds between polls without a notification; default 1,000. */
  readonly pollMs?: number
}

/** Maximum events per batch. A bus with `publishTogether` stores a batch with one write. */
const batchSize = 100

/** After a batch of at least this size the relay waits `burstMs`, so that it sends fewer, larger batches. */
const burst = 5
const burstMs = 25
const second = 1_000

/** Milliseconds between two counts of the backlog while events wait. */
const againMs = 200
const maintenanceMs = 10 * 60_000
const weekMs = 7 * 24 * 3_600_000

/**
 * Publishes recorded events in recording order per entity and marks each after its acknowledgement. Selects
 * all unpublished rows: a cursor could skip rows that commit late. A lease allows one active relay per
 * schema. While the bus or the database is down, the relay retries with pauses of up to 5 s. If the bus lost
 * acknowledged events, the relay publishes all events of the outbox again.
 */
export function outboxRelay<DB extends OutboxTables>(options: OutboxRelayOptions<DB>): Part {
  const { postgres, log } = options
  const news = notifier()
  const lease = holdLease({
    postgres,
    name: `outbox.${postgres.schema}`,
    log,
    work: (held) => new ActiveRelay<DB>(options, held, news.notified).relay(),
  })
  let unlisten: () => Promise<void> = async () => undefined
  return {
    name: `outbox relay ${postgres.schema}`,
    start: async () => {
      unlisten = await postgres.listen(channelName(postgres.schema), news.notify)
      await lease.start()
    },
    stop: async () => {
      await lease.stop()
      await unlisten()
    },
  }
}

class ActiveRelay<DB extends OutboxTables> {
  readonly postgres
  readonly bus
  readonly source
  readonly log
  readonly keepMs
  readonly pollMs
  readonly connection
  readonly signal
  readonly notified
  readonly rows
  readonly metrics
  pauseMs = 0
  maintenanceAt = 0
  observeAt = 0
  waiting = 0
  /** True if the bus still had all published events when it stored the last batch. */
  isCurrent = false

  constructor(
    { postgres, bus, source, log, keepMs = weekMs, pollMs = second }: OutboxRelayOptions<DB>,
    { connection, signal }: Lease,
    notified: (timeoutMs: number, signal: AbortSignal) => Promise<void>,
  ) {
    this.postgres = postgres
    this.bus = bus
    this.source = source
    this.log = log
    this.keepMs = keepMs
    this.pollMs = pollMs
    this.connection = connection
    this.signal = signal
    this.notified = notified

    this.rows = outboxRows(this.connection)
    this.metrics = outboxMetrics(this.postgres.schema)
  }

  async relay(): Promise<void> {
    try {
      await this.relayBatches()
    } finally {
      this.metrics.clear()
    }
  }

  async relayBatches(): Promise<void> {
    while (!this.signal.aborted) {
      try {
        const sent = await this.sendBatch(await this.nextBatch())
        this.pauseMs = 0
        if (Date.now() >= this.observeAt) await this.observe()
        if (sent < batchSize) await this.restAfter(sent)
      } catch (error) {
        if (this.connection.lost.aborted) throw error
        this.pauseMs = Math.min(Math.max(this.pauseMs * 2, 200), 5_000)
        this.log.warn({ error, pauseMs: this.pauseMs }, 'events wait: publishing failed')
        await this.observe()
        await sleep(this.pauseMs, undefined, { signal: this.signal }).catch(() => undefined)
      }
      if (Date.now() >= this.maintenanceAt) {
        await this.rows.purge(this.keepMs)
        this.maintenanceAt = Date.now() + maintenanceMs
      }
    }
  }

  async restAfter(sent: number): Promise<void> {
    if (sent >= burst) await sleep(burstMs, undefined, { signal: this.signal }).catch(() => undefined)
    const restMs = this.waiting > 0 ? Math.min(this.pollMs, againMs) : this.pollMs
    await this.notified(restMs, this.signal)
  }

  async observe(): Promise<void> {
    const backlog = await this.rows.backlog()
    this.metrics.observe(backlog)
    this.waiting = backlog.unpublished
    this.observeAt = Date.now() + (this.waiting > 0 ? againMs : second)
  }

  /**
   * Reads the next batch and the extent of the bus: its epoch and last sequence number. If the bus lost
   * events, first marks all events as unpublished.
   */
  async nextBatch(): Promise<Batch> {
    const asked = this.isCurrent ? undefined : this.bus.extent()
    const [now, { known: before, rows: batch }] = await Promise.all([asked, this.rows.unpublished(batchSize)])
    this.isCurrent = false
    if (!now && before) return { known: before, batch }
    return await this.checkedBatch(now ?? (await this.bus.extent()), before, batch)
  }

  async checkedBatch(
    now: BusExtent,
    before: BusExtent | undefined,
    batch: readonly OutboxRow[],
  ): Promise<Batch> {
    if (before && !continues(before, now)) {
      const count = await this.rows.unpublishAll(now)
      this.log.error({ before, now, count }, 'the bus lost events; publishing all events of the outbox again')
      return { known: now, batch: (await this.rows.unpublished(batchSize)).rows }
    }
    if (!before) await this.rows.storeExtent(now)
    return { known: now, batch }
  }

  async sendBatch({ known, batch }: Batch): Promise<number> {
    const extent = await this.sendBatchAtOnce(batch)
    if (!extent) return await this.sendSingly({ known, batch })
    this.isCurrent = continues(known, extent)
    const positions = batch.map(({ position }) => position)
    if (!this.connection.lost.aborted)
      await this.rows.markPublished(positions, this.isCurrent ? extent : undefined)
    return batch.length
  }

  async sendSingly({ known, batch }: Batch): Promise<number> {
    const { sent, refused, failed } = await this.sendEach(batch)
    const after = failed || sent.length === 0 ? undefined : await this.extentAfter(known)
    const positions = sent.map(({ position }) => position)
    if (sent.length > 0 && !this.connection.lost.aborted)
      await this.rows.markPublished(positions, after?.extent)
    for (const [row, error] of refused) await this.deadLetter(row, error)
    if (failed) throw failed.error
    if (after?.error) throw after.error
    return batch.length
  }

  /**
   * Sends several events concurrently, but never two of one entity, and stops at the first error, so that
   * events of an entity keep their order.
   */
  async sendEach(batch: readonly OutboxRow[]): Promise<Sent> {
    const sent: OutboxRow[] = []
    const inFlight = new Map<string, Promise<void>>()
    let failed: Sent['failed']
    const refused: (readonly [OutboxRow, Error])[] = []
    const attempt = async (row: OutboxRow) => {
      try {
        const refusal = await this.send(row)
        if (refusal) refused.push([row, refusal])
        else sent.push(row)
      } catch (error) {
        failed ??= { error }
      } finally {
        inFlight.delete(row.entity)
      }
    }
    for (const row of batch) {
      await inFlight.get(row.entity)
      if (failed || this.signal.aborted) break
      inFlight.set(row.entity, attempt(row))
    }
    await Promise.all(inFlight.values())
    return { sent, refused, failed }
  }

  /** Returns the extent after the batch; undefined when each event must be sent alone. */
  async sendBatchAtOnce(batch: readonly OutboxRow[]): Promise<BusExtent | undefined> {
    if (!this.bus.publishTogether || batch.length === 0) return undefined
    const spans = batch.map(spanOf)
    let extent: BusExtent
    try {
      extent = await this.bus.publishTogether(
        batch.map((row) => ({ event: cloudEventOf(row, this.source), subject: row.subject })),
      )
    } catch (error) {
      this.log.debug({ error, events: batch.length }, 'a batch of events could not be published')
      for (const span of spans) span?.end({ errorCode: isAppError(error) ? error.code : 'INTERNAL' })
      return undefined
    }
    for (const span of spans) span?.end()
    for (const _ of batch) this.metrics.published()
    return extent
  }

  /** Returns neither extent nor error if the bus lost events meanwhile; the next round detects the loss. */
  async extentAfter(known: BusExtent): Promise<{ readonly extent?: BusExtent; readonly error?: unknown }> {
    try {
      const extent = await this.bus.extent()
      return continues(known, extent) ? { extent } : {}
    } catch (error) {
      return { error }
    }
  }

  /** Publishes one event. Returns the error if the bus will never accept it. */
  async send(row: OutboxRow): Promise<Error | undefined> {
    const span = spanOf(row)
    try {
      await this.bus.publish(cloudEventOf(row, this.source), { subject: row.subject })
      this.metrics.published()
      span?.end()
      return undefined
    } catch (error) {
      span?.end({ errorCode: isAppError(error) ? error.code : 'INTERNAL' })
      if (isAppError(error) && error.code === 'EVENT_REFUSED') return error
      throw error
    }
  }

  async deadLetter(row: OutboxRow, error: Error): Promise<void> {
    await this.rows.deadLetter(cloudEventOf(row, this.source), error)
    this.metrics.deadLettered()
    this.log.error(
      { error, eventId: row.id, type: row.type },
      'the bus refused an event; it is a dead letter now',
    )
  }
}

interface Batch {
  readonly known: BusExtent
  readonly batch: readonly OutboxRow[]
}

interface Sent {
  readonly sent: readonly OutboxRow[]
  readonly refused: readonly (readonly [OutboxRow, Error])[]
  readonly failed: { readonly error: unknown } | undefined
}

const continues = (before: BusExtent, { epoch, sequence }: BusExtent): boolean =>
  epoch === before.epoch && sequence >= before.sequence
