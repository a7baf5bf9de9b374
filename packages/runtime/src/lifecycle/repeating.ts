import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Part } from './part.ts'

export interface RepeatingOptions {
  readonly name: string
  /** Milliseconds from the end of one time to the begin of the next, give or take a quarter. */
  readonly everyMs: number
  readonly log: Logger
  readonly work: () => Promise<unknown>
}

/**
 * Does the work at start and then again and again, never twice at once; a failure is logged and the next time comes. A
 * stop waits for the work under way, and for no pause.
 */
export function repeating({ name, everyMs, log, work }: RepeatingOptions): Part {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) =>
        log.warn({ error, part: name }, 'work that repeats failed this time'),
      )
      // Of varying length, so that replicas do not all work at the same moment.
      const pauseMs = everyMs * (0.75 + Math.random() / 2)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  return {
    name,
    start: async () => {
      running = run()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
