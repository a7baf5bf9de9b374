/** Pages per batch: a batch costs a millisecond, and every process should get some of few pages. */
const [leastSize, mostSize] = [32, 64]

/** Pages to which the limit applies; larger batches have proportional limits. */
const pagesOfLimit = 32

/** Milliseconds of processor time for a batch. The process also limits each page. */
export const batchLimit = (limitMs: number, pages: number): number =>
  limitMs * Math.max(1, pages / pagesOfLimit)

export interface Batches<T> {
  readonly count: number
  next(place: number): readonly T[] | undefined
}

/**
 * Gives each process one range of pages, because neighbouring pages show the same posts, which a process
 * receives once. An idle process takes from the end of the longest range.
 */
export function batchesOf<T>(pages: readonly T[], processes: number): Batches<T> {
  const batchSize = Math.min(mostSize, Math.max(leastSize, Math.ceil(pages.length / processes)))
  const count = Math.ceil(pages.length / batchSize)
  /** First batch and end of each range. */
  const ranges = Array.from({ length: processes }, (_, place) => ({
    first: Math.ceil((place * count) / processes),
    end: Math.ceil(((place + 1) * count) / processes),
  }))
  const batch = (number: number) => pages.slice(number * batchSize, (number + 1) * batchSize)

  return {
    count,
    next(place) {
      const own = ranges[place]
      if (own && own.first < own.end) return batch(own.first++)
      const longest = ranges.reduce((one, other) =>
        other.end - other.first > one.end - one.first ? other : one,
      )
      return longest.first < longest.end ? batch(--longest.end) : undefined
    },
  }
}
