/** Waits until a system has done what a change has left for later. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from './processes.ts'

const quietSeconds = 3
/** Of a processor, in a second. */
const restShare = 0.1

/** Resolves when the process has been at rest for some seconds: else what it catches up with would count as the cost of requests. */
export async function settled(pid: number): Promise<void> {
  for (let quiet = 0, before = cpuSeconds(pid); quiet < quietSeconds; ) {
    await sleep(1_000)
    const now = cpuSeconds(pid)
    quiet = now - before < restShare ? quiet + 1 : 0
    before = now
  }
}
