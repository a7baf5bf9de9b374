/** Turns changes of stored generations and receipts into events. */

import type { PublisherPorts } from '../../ports.ts'
import type { Generation } from '../../releases/generation.ts'
import type { Receipt } from './receipt.ts'
import type { SiteEvent } from './site-event.ts'

type Ports = Pick<PublisherPorts, 'ledger' | 'receipts' | 'signals'>
type Records = Pick<Ports, 'ledger' | 'receipts'>

/** Maximum queued events per reader. */
const maxQueued = 64
const endsPerRead = 100
const changesNamed = 20

interface Seen {
  position: number
  generation?: string
  planned?: string
  ended?: string
  pages?: string
}

export class SiteObserver {
  readonly #ports: Ports
  readonly #queues = new Set<EventQueue>()
  #readers = 0
  /** The last observed state; undefined without readers. */
  #seen: Promise<Seen> | undefined
  #unsubscribe = (): void => undefined
  #reading: Promise<void> | undefined
  #isDirty = false
  #isClosed = false

  constructor(ports: Ports) {
    this.#ports = ports
  }

  async join(): Promise<{ readonly position: number; readonly events: EventQueue }> {
    this.#readers += 1
    this.#seen ??= this.#begin()
    const begun = this.#seen
    const queue = new EventQueue()
    try {
      const { position } = await begun
      queue.position = position
      this.#queues.add(queue)
      if (this.#isClosed) queue.end()
      return { position, events: queue }
    } catch (error) {
      this.#removeReader()
      if (this.#seen === begun) this.#seen = undefined
      throw error
    }
  }

  leave(events: EventQueue): void {
    this.#queues.delete(events)
    this.#removeReader()
  }

  close(): void {
    this.#isClosed = true
    for (const queue of this.#queues) queue.end()
  }

  async #begin(): Promise<Seen> {
    const { receipts, signals } = this.#ports
    const position = await receipts.lastPosition()
    const [last] = position > 0 ? await receipts.endedAfter(position - 1, 1) : []
    this.#unsubscribe = signals.subscribe(() => this.#read())
    const id = last?.generationId
    // A generation with a finished receipt may still be marked as running.
    return id === undefined ? { position } : { position, generation: id, planned: id, ended: id }
  }

  #removeReader(): void {
    this.#readers -= 1
    if (this.#readers > 0) return
    this.#unsubscribe()
    this.#unsubscribe = () => undefined
    this.#seen = undefined
  }

  /** Reads once more if changes arrive during a read. */
  #read(): void {
    this.#isDirty = true
    this.#reading ??= this.#readWhileDirty()
      .catch((error: unknown) => {
        for (const queue of this.#queues) queue.fail(error)
      })
      .finally(() => {
        this.#reading = undefined
        if (this.#isDirty && this.#seen) this.#read()
      })
  }

  async #readWhileDirty(): Promise<void> {
    while (this.#isDirty && this.#seen) {
      this.#isDirty = false
      const { events, hasMore } = await readEvents(this.#ports, await this.#seen)
      if (hasMore) this.#isDirty = true
      for (const queue of this.#queues) queue.offer(events)
    }
  }
}

/** Returns the events since `known` and updates `known`. */
async function readEvents(
  { ledger, receipts }: Records,
  known: Seen,
): Promise<{ readonly events: readonly SiteEvent[]; readonly hasMore: boolean }> {
  const [{ current }, ended] = await Promise.all([
    ledger.overview(),
    receipts.endedAfter(known.position, endsPerRead),
  ])
  const events: SiteEvent[] = []
  for (const { position, ...full } of ended) {
    const receipt = short(full)
    const { generationId: id, state } = receipt
    if (known.generation !== id) events.push({ type: 'started', generation: begunOf(receipt) })
    if (known.planned !== id && receipt.plannedAt)
      events.push({ type: 'planned', receipt: plannedOf(receipt) })
    if (state !== 'planned') events.push({ type: state, position, receipt })
    Object.assign(known, { position, generation: id, planned: id, ended: id })
  }
  // The receipt ends before the generation, so a running generation may already have sent its last event.
  if (current?.state === 'running' && current.id !== known.ended)
    events.push(...(await readProgress(receipts, known, current)))
  return { events, hasMore: ended.length === endsPerRead }
}

async function readProgress(
  receipts: Records['receipts'],
  known: Seen,
  current: Generation,
): Promise<readonly SiteEvent[]> {
  const events: SiteEvent[] = []
  const { id, pagesDone, pagesTotal, pagesWritten } = current
  if (known.generation !== id) events.push({ type: 'started', generation: current })
  known.generation = id
  const receipt = known.planned === id ? undefined : await receipts.find(id)
  if (receipt?.plannedAt) {
    events.push({ type: 'planned', receipt: plannedOf(short(receipt)) })
    known.planned = id
  }
  const pages = [id, pagesDone, pagesTotal, pagesWritten].join(' ')
  if (pagesTotal > 0 && known.pages !== pages) events.push({ type: 'progress', generation: current })
  known.pages = pages
  return events
}

/** The event queue of one reader. */
export class EventQueue {
  /** Position of the last offered event that has a position. */
  position = 0
  #waiting: (SiteEvent | 'lost')[] = []
  #failure: { readonly error: unknown } | undefined
  #isEnded = false
  #wake = (): void => undefined

  offer(events: readonly SiteEvent[]): void {
    for (const event of events) if ('position' in event) this.position = event.position
    this.#waiting.push(...events)
    // Slow readers get the status instead.
    if (this.#waiting.length > maxQueued) this.#waiting = ['lost']
    this.#wake()
  }

  fail(error: unknown): void {
    this.#failure = { error }
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  /** Returns `lost` if the reader was too slow. @throws the error that ended the queue */
  async next(): Promise<SiteEvent | 'lost' | undefined> {
    while (this.#waiting.length === 0 && !this.#failure && !this.#isEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    if (this.#failure) throw this.#failure.error
    return this.#isEnded ? undefined : this.#waiting.shift()
  }
}

const short = (receipt: Receipt): Receipt => ({ ...receipt, changes: receipt.changes.slice(0, changesNamed) })

const plannedOf = (receipt: Receipt): Receipt => ({
  ...receipt,
  state: 'planned',
  renderedAt: null,
  activatedAt: null,
  finishedAt: null,
  error: null,
})

const begunOf = ({ generationId: id, trigger, startedAt }: Receipt): Generation => ({
  id,
  state: 'running',
  trigger,
  options: null,
  attempts: 1,
  startedAt,
  finishedAt: null,
  errors: [],
  pagesDone: 0,
  pagesTotal: 0,
  pagesWritten: 0,
})
