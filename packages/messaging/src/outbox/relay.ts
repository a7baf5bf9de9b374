import { setTimeout as sleep } from 'node:timers/promises'
import { type CloudEvent, type EventType, wireType } from '@typecase/contracts/events'
import { isAppError } from '@typecase/kernel'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { holdLease, type Lease, type Postgres } from '@typecase/runtime/postgres'
import { beginSpan } from '@typecase/runtime/tracing'
import type { BusExtent, EventBus } from '../events/bus.ts'
import { channelName } from './channel.ts'
import { outboxMetrics } from './metrics.ts'
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
  const bell = doorbell()
  const lease = holdLease({
    postgres,
    name: `outbox.${postgres.schema}`,
    log,
    work: (held) => relayWhileHeld(options, held, bell.rung),
  })
  let unlisten: () => Promise<void> = async () => undefined
  return {
    name: `outbox relay ${postgres.schema}`,
    start: async () => {
      unlisten = await postgres.listen(channelName(postgres.schema), bell.ring)
      await lease.start()
    },
    stop: async () => {
      await lease.stop()
      await unlisten()
    },
  }
}

async function relayWhileHeld<DB extends OutboxTables>(
  { postgres, bus, source, log, keepMs = weekMs, pollMs = second }: OutboxRelayOptions<DB>,
  { connection, signal }: Lease,
  rung: (timeoutMs: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const rows = outboxRows(connection)
  const metrics = outboxMetrics(postgres.schema)
  let pauseMs = 0
  let houseworkAt = 0
  let observeAt = 0
  /** How many there were when they were counted last. */
  let waiting = 0
  /** The bus held all that was published when the last batch was stored. */
  let isCurrent = false
  try {
    await relay()
  } finally {
    metrics.forget()
  }

  async function relay(): Promise<void> {
    while (!signal.aborted) {
      try {
        const sent = await sendBatch(await nextBatch())
        pauseMs = 0
        if (Date.now() >= observeAt) await observe()
        if (sent < batchSize) await restAfter(sent)
      } catch (error) {
        if (connection.lost.aborted) throw error
        pauseMs = Math.min(Math.max(pauseMs * 2, 200), 5_000)
        log.warn({ error, pauseMs }, 'events wait: they cannot be published now')
        await observe()
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      }
      if (Date.now() >= houseworkAt) {
        await rows.purge(keepMs)
        houseworkAt = Date.now() + houseworkMs
      }
    }
  }

  async function restAfter(sent: number): Promise<void> {
    if (sent >= burst) await sleep(burstMs, undefined, { signal }).catch(() => undefined)
    await rung(restMs(), signal)
  }

  function restMs(): number {
    return waiting > 0 ? Math.min(pollMs, againMs) : pollMs
  }

  async function observe(): Promise<void> {
    const backlog = await rows.backlog()
    metrics.observe(backlog)
    waiting = backlog.unpublished
    observeAt = Date.now() + (waiting > 0 ? againMs : second)
  }

  /**
   * With the extent that is now known. When the bus has lost events, all that the outbox keeps comes first. Right behind a
   * batch whose extent continued the known one, the bus is not asked again.
   */
  async function nextBatch(): Promise<Batch> {
    const asked = isCurrent ? undefined : bus.extent()
    const [now, { known: before, rows: batch }] = await Promise.all([asked, rows.unpublished(batchSize)])
    isCurrent = false
    if (!now && before) return { known: before, batch }
    return await checkedBatch(now ?? (await bus.extent()), before, batch)
  }

  async function checkedBatch(now: BusExtent, before: BusExtent | undefined, batch: readonly OutboxRow[]): Promise<Batch> {
    if (before && !continues(before, now)) {
      const count = await rows.unpublishAll(now)
      log.error({ before, now, count }, 'the bus lost events; publishing again all that the outbox keeps')
      return { known: now, batch: (await rows.unpublished(batchSize)).rows }
    }
    if (!before) await rows.rememberExtent(now)
    return { known: now, batch }
  }

  async function sendBatch({ known, batch }: Batch): Promise<number> {
    const extent = await sendTogether(batch)
    if (!extent) return await sendApart({ known, batch })
    isCurrent = continues(known, extent)
    const positions = batch.map(({ position }) => position)
    if (!connection.lost.aborted) await rows.markPublished(positions, isCurrent ? extent : undefined)
    return batch.length
  }

  async function sendApart({ known, batch }: Batch): Promise<number> {
    const { sent, refused, failed } = await sendEach(batch)
    const behind = failed || sent.length === 0 ? undefined : await extentBehind(known)
    const positions = sent.map(({ position }) => position)
    if (sent.length > 0 && !connection.lost.aborted) await rows.markPublished(positions, behind?.extent)
    for (const [row, error] of refused) await park(row, error)
    if (failed) throw failed.error
    if (behind?.error) throw behind.error
    return batch.length
  }

  /**
   * Several at once, but never two of one entity: a failure leaves no later event of an entity ahead of an earlier one. They
   * set out in the order of recording, and none sets out after a failure.
   */
  async function sendEach(batch: readonly OutboxRow[]): Promise<Sent> {
    const sent: OutboxRow[] = []
    const underWay = new Map<string, Promise<void>>()
    let failed: Sent['failed']
    const refused: (readonly [OutboxRow, Error])[] = []
    const attempt = async (row: OutboxRow) => {
      try {
        const refusal = await send(row)
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
      if (failed || signal.aborted) break
      underWay.set(row.entity, attempt(row))
    }
    await Promise.all(underWay.values())
    return { sent, refused, failed }
  }

  /** The extent behind them. Undefined when the bus cannot, or one keeps the others back: each is then sent by itself. */
  async function sendTogether(batch: readonly OutboxRow[]): Promise<BusExtent | undefined> {
    if (!bus.publishTogether || batch.length === 0) return undefined
    const spans = batch.map(spanOf)
    let extent: BusExtent
    try {
      extent = await bus.publishTogether(batch.map((row) => ({ event: cloudEventOf(row, source), subject: row.subject })))
    } catch (error) {
      log.debug({ error, events: batch.length }, 'events could not be published together')
      for (const span of spans) span?.end({ fault: isAppError(error) ? error.code : 'INTERNAL' })
      return undefined
    }
    for (const span of spans) span?.end()
    for (const _ of batch) metrics.published()
    return extent
  }

  /** Of the store that was there before; one that was lost meanwhile is left for the next round to find. */
  async function extentBehind(known: BusExtent): Promise<{ readonly extent?: BusExtent; readonly error?: unknown }> {
    try {
      const extent = await bus.extent()
      return continues(known, extent) ? { extent } : {}
    } catch (error) {
      return { error }
    }
  }

  /** Answers the error of a bus that will never take it. */
  async function send(row: OutboxRow): Promise<Error | undefined> {
    const span = spanOf(row)
    try {
      await bus.publish(cloudEventOf(row, source), { subject: row.subject })
      metrics.published()
      span?.end()
      return undefined
    } catch (error) {
      span?.end({ fault: isAppError(error) ? error.code : 'INTERNAL' })
      if (isAppError(error) && error.code === 'EVENT_REFUSED') return error
      throw error
    }
  }

  async function park(row: OutboxRow, error: Error): Promise<void> {
    await rows.park(cloudEventOf(row, source), error)
    metrics.parked()
    log.error({ error, eventId: row.id, type: row.type }, 'the bus refused an event; it is parked')
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

const continues = (before: BusExtent, { epoch, sequence }: BusExtent): boolean => epoch === before.epoch && sequence >= before.sequence

const spanOf = (row: OutboxRow) => beginSpan(`publish ${row.type}`, 'producer', row.traceparent, { 'messaging.message.id': row.id })

const cloudEventOf = (row: OutboxRow, source: string): CloudEvent => ({
  specversion: '1.0',
  id: row.id,
  source,
  type: wireType(row.type as EventType),
  subject: row.entity,
  time: row.occurred_at.toISOString(),
  datacontenttype: 'application/json',
  traceparent: row.traceparent,
  revision: row.revision,
  data: row.data,
})

/** Remembers a ring that comes while nobody waits. */
function doorbell() {
  let pending = false
  let wake: () => void = () => undefined
  return {
    ring: () => {
      pending = true
      wake()
    },
    rung: async (timeoutMs: number, signal: AbortSignal) => {
      if (!pending) {
        const woken = new AbortController()
        wake = () => woken.abort()
        await sleep(timeoutMs, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined)
      }
      pending = false
    },
  }
}
