/** Runs what it is given, at most so many at a time, in the order in which they came. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export interface WaitingRoom {
  /** Works that wait. */
  readonly mayWait: number
  /** What one more is told. */
  readonly refuse: () => Error
}

/** Without a waiting room any number may wait. */
export function turns(most: number, room?: WaitingRoom): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most) running++
    else if (room && waiting.length >= room.mayWait) throw room.refuse()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever is next takes this place over.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
