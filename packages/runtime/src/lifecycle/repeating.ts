import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Part } from './part.ts'

export interface RepeatingOptions {
  readonly name: string
  /** Milliseconds from the end of one run to the start of the next, ± 25 %. */
  readonly everyMs: number
  readonly log: Logger
  readonly work: () => Promise<unknown>
}

/**
 * Runs `work` at start and then repeatedly, never concurrently. Errors are logged. A stop waits for a run in
 * progress.
 */
export function repeating({ name, everyMs, log, work }: RepeatingOptions): Part {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) =>
        log.warn({ error, part: name }, 'a repeated job failed; it runs again later'),
      )
      // Jitter, so that replicas do not all work at the same moment.
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
