import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'

export interface ScheduleOptions {
  /** Applies due changes and returns their number. */
  readonly followSchedule: () => Promise<number>
  readonly log: Logger
  /** Milliseconds between two checks; default one second. */
  readonly everyMs?: number
}

/**
 * Applies due changes every second, and repeats immediately while there are more. After an error the next
 * check finds the same items.
 */
export function schedulePart({ followSchedule, log, everyMs = 1_000 }: ScheduleOptions): Part {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  async function look(): Promise<number> {
    try {
      const changed = await followSchedule()
      if (changed > 0) log.info({ changed }, 'changed the status of items as scheduled')
      return changed
    } catch (error) {
      log.error({ error }, 'cannot follow the schedule; trying again')
      return 0
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      if ((await look()) > 0) continue
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    name: 'schedule',
    start: async () => {
      running = run()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
