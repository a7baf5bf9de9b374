import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { holdLease, type Postgres } from '@typecase/runtime/postgres'
import { requestsChannel } from './ledger.ts'

export interface GenerationWorkerOptions<DB> {
  readonly postgres: Postgres<DB>
  readonly log: Logger
  readonly runGenerations: (signal: AbortSignal) => Promise<Date | null>
  /** Maximum milliseconds between two runs, in case a notification is lost; default 5 s. */
  readonly pollMs?: number
}

export interface GenerationWorker extends Part {
  wake(): void
}

export function generationWorker<DB>({
  postgres,
  log,
  runGenerations,
  pollMs = 5_000,
}: GenerationWorkerOptions<DB>): GenerationWorker {
  let endPause = (): void => undefined
  let isNotified = false
  const wake = () => {
    isNotified = true
    endPause()
  }
  const lease = holdLease({
    postgres,
    name: `generations.${postgres.schema}`,
    log,
    work: async ({ signal }) => {
      while (!signal.aborted) {
        isNotified = false
        const again = await runGenerations(signal)
        const pause = Math.min(pollMs, again ? Math.max(0, again.getTime() - Date.now()) : pollMs)
        if (!isNotified && !signal.aborted) await waitFor(pause, signal)
      }
    },
  })
  const waitFor = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        endPause = () => undefined
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done)
      endPause = done
    })
  let unlisten = async (): Promise<void> => undefined
  return {
    name: 'generations',
    wake,
    start: async () => {
      unlisten = await postgres.listen(requestsChannel(postgres.schema), wake)
      await lease.start()
    },
    stop: async () => {
      await lease.stop()
      await unlisten()
    },
  }
}
