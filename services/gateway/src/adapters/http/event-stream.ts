/** Server-sent events. The stream ends when the client disconnects or loses access, or the server stops. */
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ServerEvent {
  readonly name: string
  /** A client that reconnects sends this id back. */
  readonly id?: string | undefined
  readonly data: unknown
}

export interface EventStreamOptions {
  readonly events: AsyncIterator<ServerEvent>
  /** False ends the stream. Checked every second. */
  readonly mayGoOn: () => boolean
  /** False ends the stream. Checked every second, and when the `onRecheck` listener is called. */
  readonly mayRead: () => Promise<boolean>
  /** Registers a listener and returns the function that removes it. */
  readonly onRecheck: (listener: () => void) => () => void
  /** Aborted when the client disconnects. Without it, an idle stream would end only at its next heartbeat. */
  readonly gone: AbortSignal
  /** Called once, when the stream has ended. */
  readonly ended: () => void
  /** Milliseconds between heartbeats; default 15,000. */
  readonly heartbeatMs?: number
  /** Milliseconds between checks; default 1,000. */
  readonly lookMs?: number
}

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies must not buffer the stream.
  'x-accel-buffering': 'no',
} as const

/** Milliseconds after which clients reconnect. */
const retryMs = 2_000
/** Buffered bytes above which the source is paused. */
const waitingBytes = 64 * 1024

/** Reads the source only while the buffer has room. Ends if the source fails. */
export function eventStream(options: EventStreamOptions): Readable {
  const body = Readable.from(chunks(options), { objectMode: false, highWaterMark: waitingBytes })
  // `close` is also emitted for streams that are never read.
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

/** Waits for the next event with a timeout. After a timeout, the next call waits for the same event. */
function oneAhead(events: AsyncIterator<ServerEvent>) {
  let arrived: ServerEvent | 'end' | undefined
  let isAsked = false
  let wake = (): void => undefined
  const take = (event: ServerEvent | 'end') => {
    arrived = event
    wake()
  }
  return {
    /** Makes a waiting `next` return early. */
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
