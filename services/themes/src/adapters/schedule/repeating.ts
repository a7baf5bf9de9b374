import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'

export interface RepeatingOptions {
  readonly name: string
  readonly everyMs: number
  readonly log: Logger
  readonly work: () => Promise<unknown>
}

/** Does the work soon after the start and then again and again, never twice at once. A failure is logged and waits for the next time. */
export function repeating({ name, everyMs, log, work }: RepeatingOptions): Part {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const run = () => {
    running = work()
      .catch((error: unknown) => log.error({ error, work: name }, 'repeated work failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(run, everyMs)
      })
  }
  return {
    name,
    start: async () => {
      timer = setTimeout(run, Math.min(everyMs, 5000))
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
