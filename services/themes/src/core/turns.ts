import { tooManyPackages } from './errors.ts'

export interface TurnLimits {
  /** Works that run. Default 2. */
  readonly atOnce?: number
  /** Works that wait for one. Default 20. */
  readonly mayWait?: number
}

/** Runs works a few at a time, in the order in which they came. The runner @throws TOO_MANY_UPLOADS when too many wait already. */
export function turns({ atOnce = 2, mayWait = 20 }: TurnLimits = {}): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  const turn = async () => {
    if (running < atOnce) running++
    else if (waiting.length >= mayWait) throw tooManyPackages()
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return async (work) => {
    await turn()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
