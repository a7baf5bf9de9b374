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
  /** The CloudEvents source: `/typecase/content`. */
  readonly source: string
  readonly log: Logger
  /** How long published rows stay, so that a broker that lost them can be refilled; default 7 days. */
  readonly keepMs?: number
  /** How often it looks without being woken; default 1,000. */
  readonly pollMs?: number
}
/** Under way at once, each until its confirmation: the bus stores many with one write, and whoever gets them handles many with one transaction. */
const batchSize = 100
/** Events of one batch that count as a burst: a pause lets the next batch be larger, and each costs the same. */
const burst = 5
const burstMs = 25
const second = 1_000
/** Milliseconds until a backlog is counted again. */
const againMs = 200
const houseworkMs = 10 * 60_000
const weekMs = 7 * 24 * 3_600_000
/**
 * Publishes what the service recorded: each entity's in the order of recording, each event confirmed by the bus before it is marked,
 * unpublished rows and never rows above a cursor. One relay per schema is active, by a lease; the others wait. Woken by
 * recordEvent, looks every second besides (`pollMs`). While the bus or the database is away it tries again with growing pauses of
 * at most 5 s. When the bus turns out to have lost confirmed events, all that the outbox still keeps is published again.
 */
export function outboxRelay<DB extends OutboxTables>(options: OutboxRelayOptions<DB>): Part {
  const { postgres, log } = options
  const news = notifier()
  const lease = holdLease({
    postgres,
    name: `outbox.${postgres.schema}`,
    log,
    work: (held) => relayWhileHeld(options, held, news.notified),
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
async function relayWhileHeld<DB extends OutboxTables>(
  options: OutboxRelayOptions<DB>,
  lease: Lease,
  rung: (timeoutMs: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const held = new HeldRelay<DB>(options, lease, rung)
  try {
    await held.relay()
  } finally {
    held.metrics.forget()
  }
}
class HeldRelay<DB extends OutboxTables> {
  readonly postgres
  readonly bus
  readonly source
  readonly log
  readonly keepMs
  readonly pollMs
  readonly connection
  readonly signal
  readonly rung
  readonly rows
  readonly metrics
  pauseMs = 0
  houseworkAt = 0
  observeAt = 0
  /** How many there were when they were counted last. */
  waiting = 0
  /** The bus held all that was published when the last batch was stored. */
  isCurrent = false

  constructor(
    { postgres, bus, source, log, keepMs = weekMs, pollMs = second }: OutboxRelayOptions<DB>,
    { connection, signal }: Lease,
    rung: (timeoutMs: number, signal: AbortSignal) => Promise<void>,
  ) {
    this.postgres = postgres
    this.bus = bus
    this.source = source
    this.log = log
    this.keepMs = keepMs
    this.pollMs = pollMs
    this.connection = connection
    this.signal = signal
    this.rung = rung

    this.rows = outboxRows(this.connection)
    this.metrics = outboxMetrics(this.postgres.schema)
  }

  async relay(): Promise<void> {
    while (!this.signal.aborted) {
      try {
        const sent = await this.sendBatch(await this.nextBatch())
        this.pauseMs = 0
        if (Date.now() >= this.observeAt) await this.observe()
        if (sent < batchSize) await this.restAfter(sent)
      } catch (error) {
        if (this.connection.lost.aborted) throw error
        this.pauseMs = Math.min(Math.max(this.pauseMs * 2, 200), 5_000)
        this.log.warn({ error, pauseMs: this.pauseMs }, 'events wait: they cannot be published now')
        await this.observe()
        await sleep(this.pauseMs, undefined, { signal: this.signal }).catch(() => undefined)
      }
      if (Date.now() >= this.houseworkAt) {
        await this.rows.purge(this.keepMs)
        this.houseworkAt = Date.now() + houseworkMs
      }
    }
  }

  async restAfter(sent: number): Promise<void> {
    if (sent >= burst) await sleep(burstMs, undefined, { signal: this.signal }).catch(() => undefined)
    await this.rung(this.restMs(), this.signal)
  }

  restMs(): number {
    return this.waiting > 0 ? Math.min(this.pollMs, againMs) : this.pollMs
  }

  async observe(): Promise<void> {
    const backlog = await this.rows.backlog()
    this.metrics.observe(backlog)
    this.waiting = backlog.unpublished
    this.observeAt = Date.now() + (this.waiting > 0 ? againMs : second)
  }

  /**
   * With the extent that is now known. When the bus has lost events, all that the outbox keeps comes first. Right behind a
   * batch whose extent continued the known one, the bus is not asked again.
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
      this.log.error(
        { before, now, count },
        'the bus lost events; publishing again all that the outbox keeps',
      )
      return { known: now, batch: (await this.rows.unpublished(batchSize)).rows }
    }
    if (!before) await this.rows.rememberExtent(now)
    return { known: now, batch }
  }

  async sendBatch({ known, batch }: Batch): Promise<number> {
    const extent = await this.sendTogether(batch)
    if (!extent) return await this.sendApart({ known, batch })
    this.isCurrent = continues(known, extent)
    const positions = batch.map(({ position }) => position)
    if (!this.connection.lost.aborted)
      await this.rows.markPublished(positions, this.isCurrent ? extent : undefined)
    return batch.length
  }

  async sendApart({ known, batch }: Batch): Promise<number> {
    const { sent, refused, failed } = await this.sendEach(batch)
    const behind = failed || sent.length === 0 ? undefined : await this.extentBehind(known)
    const positions = sent.map(({ position }) => position)
    if (sent.length > 0 && !this.connection.lost.aborted)
      await this.rows.markPublished(positions, behind?.extent)
    for (const [row, error] of refused) await this.park(row, error)
    if (failed) throw failed.error
    if (behind?.error) throw behind.error
    return batch.length
  }

  /**
   * Several at once, but never two of one entity: a failure leaves no later event of an entity ahead of an earlier one. They
   * set out in the order of recording, and none sets out after a failure.
   */
  async sendEach(batch: readonly OutboxRow[]): Promise<Sent> {
    const sent: OutboxRow[] = []
    const underWay = new Map<string, Promise<void>>()
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
        underWay.delete(row.entity)
      }
    }
    for (const row of batch) {
      await underWay.get(row.entity)
      if (failed || this.signal.aborted) break
      underWay.set(row.entity, attempt(row))
    }
    await Promise.all(underWay.values())
    return { sent, refused, failed }
  }

  /** The extent behind them. Undefined when the bus cannot, or one keeps the others back: each is then sent by itself. */
  async sendTogether(batch: readonly OutboxRow[]): Promise<BusExtent | undefined> {
    if (!this.bus.publishTogether || batch.length === 0) return undefined
    const spans = batch.map(spanOf)
    let extent: BusExtent
    try {
      extent = await this.bus.publishTogether(
        batch.map((row) => ({ event: cloudEventOf(row, this.source), subject: row.subject })),
      )
    } catch (error) {
      this.log.debug({ error, events: batch.length }, 'events could not be published together')
      for (const span of spans) span?.end({ fault: isAppError(error) ? error.code : 'INTERNAL' })
      return undefined
    }
    for (const span of spans) span?.end()
    for (const _ of batch) this.metrics.published()
    return extent
  }

  /** Of the store that was there before; one that was lost meanwhile is left for the next round to find. */
  async extentBehind(known: BusExtent): Promise<{ readonly extent?: BusExtent; readonly error?: unknown }> {
    try {
      const extent = await this.bus.extent()
      return continues(known, extent) ? { extent } : {}
    } catch (error) {
      return { error }
    }
  }

  /** Answers the error of a bus that will never take it. */
  async send(row: OutboxRow): Promise<Error | undefined> {
    const span = spanOf(row)
    try {
      await this.bus.publish(cloudEventOf(row, this.source), { subject: row.subject })
      this.metrics.published()
      span?.end()
      return undefined
    } catch (error) {
      span?.end({ fault: isAppError(error) ? error.code : 'INTERNAL' })
      if (isAppError(error) && error.code === 'EVENT_REFUSED') return error
      throw error
    }
  }

  async park(row: OutboxRow, error: Error): Promise<void> {
    await this.rows.park(cloudEventOf(row, this.source), error)
    this.metrics.parked()
    this.log.error({ error, eventId: row.id, type: row.type }, 'the bus refused an event; it is parked')
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
