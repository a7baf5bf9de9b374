import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'

export interface ScheduleOptions {
  /** Applies what is due and returns the number of changes. */
  readonly followSchedule: () => Promise<number>
  readonly log: Logger
  /** Milliseconds between two checks. */
  readonly everyMs?: number
}

/**
 * Checks each second what is due, and again immediately while there is more. A check that fails is logged,
 * and the next one finds the same items due.
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
