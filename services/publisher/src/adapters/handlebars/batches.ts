/** Which process renders which pages. */

/** Each batch takes a millisecond of processor time beside its pages; of few pages every process shall have some. */
const [leastSize, mostSize] = [32, 64]

export interface Batches<T> {
  readonly count: number
  /** The next for the process in that place; undefined when there are none left. */
  next(place: number): readonly T[] | undefined
}

/**
 * Pages that stand near each other show the same posts, and a process is told of every post that its pages show: so each process
 * has a stretch of the pages, from its beginning. One that is done takes from the end of the longest stretch that is left.
 */
export function batchesOf<T>(pages: readonly T[], processes: number): Batches<T> {
  const batchSize = Math.min(mostSize, Math.max(leastSize, Math.ceil(pages.length / processes)))
  const count = Math.ceil(pages.length / batchSize)
  /** Of each process the numbers of its first batch and of the one behind its last. */
  const stretches = Array.from({ length: processes }, (_, place) => ({
    first: Math.ceil((place * count) / processes),
    end: Math.ceil(((place + 1) * count) / processes),
  }))
  const batch = (number: number) => pages.slice(number * batchSize, (number + 1) * batchSize)

  return {
    count,
    next(place) {
      const own = stretches[place]
      if (own && own.first < own.end) return batch(own.first++)
      const longest = stretches.reduce((one, other) =>
        other.end - other.first > one.end - one.first ? other : one,
      )
      return longest.first < longest.end ? batch(--longest.end) : undefined
    },
  }
}
