/** Waits until a system has finished background work. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from './processes.ts'

const quietSeconds = 3
/** Maximum CPU seconds per second of an idle process. */
const idleShare = 0.1

/**
 * Resolves when the process has been idle for some seconds, so that background work is not measured as the
 * cost of requests.
 */
export async function untilIdle(pid: number): Promise<void> {
  for (let quiet = 0, before = cpuSeconds(pid); quiet < quietSeconds; ) {
    await sleep(1_000)
    const now = cpuSeconds(pid)
    quiet = now - before < idleShare ? quiet + 1 : 0
    before = now
  }
}
