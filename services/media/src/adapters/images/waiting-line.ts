import { busy } from '../../core/errors.ts'

export interface WaitingLineOptions {
  /** Jobs that may wait, beside the one that is done. */
  readonly jobs: number
  /** Bytes that those which wait may have together. A job of any size may wait alone. */
  readonly bytes: number
}

export interface WaitingLine {
  /**
   * Does the work when everything before it is done: one job at a time. Work that nobody waits for any more is not begun.
   * @throws BUSY when too much waits already, what the work throws, and the signal's reason
   */
  inTurn<T>(bytes: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

export function waitingLine({ jobs: mostJobs, bytes: mostBytes }: WaitingLineOptions): WaitingLine {
  const waiting: { readonly bytes: number; readonly begin: () => void }[] = []
  let isTaken = false

  const hasRoomFor = (bytes: number) =>
    waiting.length === 0 ||
    (waiting.length < mostJobs && waiting.reduce((sum, job) => sum + job.bytes, bytes) <= mostBytes)

  return {
    async inTurn(bytes, work, signal) {
      if (isTaken) {
        if (!hasRoomFor(bytes)) throw busy()
        await new Promise<void>((begin) => waiting.push({ bytes, begin }))
      }
      // Passed on from one to the next, so that nobody comes in between.
      isTaken = true
      try {
        signal?.throwIfAborted()
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next.begin()
        else isTaken = false
      }
    },
  }
}
