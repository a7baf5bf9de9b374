/** Runs what it is given, at most so many at a time, in the order in which they came. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function turns(most: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
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
