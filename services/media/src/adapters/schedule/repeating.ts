import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'

export interface RepeatingOptions {
  readonly name: string
  readonly everyMs: number
  readonly log: Logger
  readonly work: () => Promise<unknown>
}

/** Does the work at start and then again and again, never twice at once; a failure is logged and the next time comes. */
export function repeating({ name, everyMs, log, work }: RepeatingOptions): Part {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => log.warn({ error, part: name }, 'work that repeats failed this time'))
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
