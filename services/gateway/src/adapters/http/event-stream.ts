/** Server-sent events: a stream of text that lasts until its reader goes, may no longer read, or the server leaves. */
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ServerEvent {
  readonly name: string
  /** What a reader that comes back says it has seen. */
  readonly id?: string | undefined
  readonly data: unknown
}

export interface EventStreamOptions {
  readonly events: AsyncIterator<ServerEvent>
  /** Looked at every second. */
  readonly mayGoOn: () => boolean
  /** Asked every second, and when the listener that `onRecheck` gets is called. */
  readonly mayRead: () => Promise<boolean>
  /** Subscribes until the function that it returns is called. */
  readonly onRecheck: (listener: () => void) => () => void
  /** Aborted when the client has gone: without it, a stream that waits would end with its next heartbeat. */
  readonly gone: AbortSignal
  /** Called once, at the end. */
  readonly ended: () => void
  /** Milliseconds; default 15,000. */
  readonly heartbeatMs?: number
  /** Milliseconds; default 1,000. */
  readonly lookMs?: number
}

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that collects answers would keep them back.
  'x-accel-buffering': 'no',
} as const

/** Milliseconds after which a reader that lost its stream comes back. */
const retryMs = 2_000
/** Bytes that wait for a reader before nothing more is asked for. */
const waitingBytes = 64 * 1024

/** Nothing is asked of the source before what it gave has room: a slow reader makes it wait. A source that fails ends it. */
export function eventStream(options: EventStreamOptions): Readable {
  const body = Readable.from(chunks(options), { objectMode: false, highWaterMark: waitingBytes })
  // Also where it was never read.
  body.once('close', options.ended)
  return body
}

async function* chunks(options: EventStreamOptions): AsyncGenerator<string> {
  const { events, gone, mayGoOn, mayRead, onRecheck, heartbeatMs = 15_000, lookMs = 1_000 } = options
  const source = oneAhead(events)
  let [beatenAt, askedAt] = [Date.now(), Date.now()]
  const unsubscribe = onRecheck(() => {
    askedAt = Number.NEGATIVE_INFINITY
    source.interrupt()
  })
  gone.addEventListener('abort', source.interrupt, { once: true })
  try {
    yield `retry: ${retryMs}\n\n`
    for (;;) {
      const next = await source.next(Math.min(lookMs, heartbeatMs))
      if (next === 'end' || gone.aborted || !mayGoOn()) return
      if (Date.now() - askedAt >= lookMs) {
        askedAt = Date.now()
        if (!(await mayRead())) return
      }
      if (Date.now() - beatenAt >= heartbeatMs) {
        beatenAt = Date.now()
        yield ': still here\n\n'
      }
      if (next !== 'nothing') yield textOf(next)
    }
  } finally {
    unsubscribe()
  }
}

const textOf = ({ name, id, data }: ServerEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Waits for the next event no longer than one wants to. */
function oneAhead(events: AsyncIterator<ServerEvent>) {
  let arrived: ServerEvent | 'end' | undefined
  let isAsked = false
  let wake = (): void => undefined
  const take = (event: ServerEvent | 'end') => {
    arrived = event
    wake()
  }
  return {
    /** Ends the wait of `next` early. */
    interrupt: () => wake(),
    async next(waitMs: number): Promise<ServerEvent | 'end' | 'nothing'> {
      if (!isAsked) {
        isAsked = true
        events.next().then(
          ({ done, value }) => take(done ? 'end' : value),
          () => take('end'),
        )
      }
      const waited = new AbortController()
      if (arrived === undefined) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        await Promise.race([
          woken,
          sleep(waitMs, undefined, { signal: waited.signal }).catch(() => undefined),
        ])
        waited.abort()
      }
      if (arrived === undefined) return 'nothing'
      const found = arrived
      if (found !== 'end') {
        arrived = undefined
        isAsked = false
      }
      return found
    },
  }
}
