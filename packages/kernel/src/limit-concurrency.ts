/** Starts work in the order of the calls, as soon as fewer than the maximum are running. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

export interface WaitingLimit {
  readonly maxWaiting: number
  /** The error for work that would exceed `maxWaiting`. */
  readonly refuse: () => Error
}

/** Runs at most `most` pieces of work concurrently. Without `waitingLimit`, any number may wait. */
export function limitConcurrency(most: number, waitingLimit?: WaitingLimit): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most) running++
    else if (waitingLimit && waiting.length >= waitingLimit.maxWaiting) throw waitingLimit.refuse()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The first waiting work takes over the slot, so `running` does not change.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
