/** Turns changes of the record of generations into events. */

import type { PublisherPorts } from '../../ports.ts'
import type { Generation } from '../../releases/generation.ts'
import type { Receipt } from './receipt.ts'
import type { SiteEvent } from './site-event.ts'

export interface SiteObserver {
  join(): Promise<{ readonly position: number; readonly events: EventQueue }>
  leave(events: EventQueue): void
  close(): void
}

export interface EventQueue {
  /** `lost` if the reader was too slow. @throws what kept the record from being read */
  next(): Promise<SiteEvent | 'lost' | undefined>
  end(): void
  position(): number
}

type Ports = Pick<PublisherPorts, 'ledger' | 'receipts' | 'signals'>
type Records = Pick<Ports, 'ledger' | 'receipts'>

/** Events queued per reader. */
const waitingAtMost = 64
const endsAtOnce = 100
const changesNamed = 20

interface Seen {
  position: number
  generation?: string
  planned?: string
  ended?: string
  pages?: string
}

type Queue = ReturnType<typeof eventQueue>

export function siteObserver({ ledger, receipts, signals }: Ports): SiteObserver {
  const queues = new Set<Queue>()
  let watchers = 0
  let seen: Promise<Seen> | undefined
  let unsubscribe = (): void => undefined
  let looking: Promise<void> | undefined
  let isDirty = false
  let isClosed = false

  async function begin(): Promise<Seen> {
    const position = await receipts.lastPosition()
    const [last] = position > 0 ? await receipts.endedAfter(position - 1, 1) : []
    unsubscribe = signals.subscribe(() => void look())
    const id = last?.generationId
    // A generation with a finished receipt may count as running for a moment.
    return id === undefined ? { position } : { position, generation: id, planned: id, ended: id }
  }

  /** Changes during one read start another. */
  function look(): Promise<void> {
    isDirty = true
    looking ??= (async () => {
      while (isDirty && seen !== undefined) {
        isDirty = false
        const { events, hasMore } = await readEvents({ ledger, receipts }, await seen)
        if (hasMore) isDirty = true
        for (const queue of queues) queue.offer(events)
      }
    })()
      .catch((error: unknown) => {
        for (const queue of queues) queue.fail(error)
      })
      .finally(() => {
        looking = undefined
        if (isDirty && seen !== undefined) void look()
      })
    return looking
  }

  function leave(): void {
    watchers -= 1
    if (watchers > 0) return
    unsubscribe()
    unsubscribe = () => undefined
    seen = undefined
  }

  return {
    async join() {
      watchers += 1
      seen ??= begin()
      const begun = seen
      const queue = eventQueue()
      try {
        const { position } = await begun
        queue.reached(position)
        queues.add(queue)
        if (isClosed) queue.end()
        return { position, events: queue }
      } catch (error) {
        leave()
        if (seen === begun) seen = undefined
        throw error
      }
    },
    leave(events) {
      queues.delete(events as Queue)
      leave()
    },
    close() {
      isClosed = true
      for (const queue of queues) queue.end()
    },
  }
}

/** Events since `known`, which is updated. */
async function readEvents(
  { ledger, receipts }: Records,
  known: Seen,
): Promise<{ readonly events: readonly SiteEvent[]; readonly hasMore: boolean }> {
  const [{ current }, ended] = await Promise.all([
    ledger.overview(),
    receipts.endedAfter(known.position, endsAtOnce),
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
  // The receipt ends before the generation.
  if (current?.state === 'running' && current.id !== known.ended)
    events.push(...(await readProgress(receipts, known, current)))
  return { events, hasMore: ended.length === endsAtOnce }
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

function eventQueue() {
  let waiting: (SiteEvent | 'lost')[] = []
  let last = 0
  let failure: { readonly error: unknown } | undefined
  let isEnded = false
  let wake = (): void => undefined
  return {
    offer(events: readonly SiteEvent[]): void {
      for (const event of events) if ('position' in event) last = event.position
      waiting.push(...events)
      // Slow readers get the status instead.
      if (waiting.length > waitingAtMost) waiting = ['lost']
      wake()
    },
    fail(error: unknown): void {
      failure = { error }
      wake()
    },
    end(): void {
      isEnded = true
      wake()
    },
    reached(position: number): void {
      last = position
    },
    position: () => last,
    async next(): Promise<SiteEvent | 'lost' | undefined> {
      while (waiting.length === 0 && !failure && !isEnded) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (failure) throw failure.error
      return isEnded ? undefined : waiting.shift()
    },
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
