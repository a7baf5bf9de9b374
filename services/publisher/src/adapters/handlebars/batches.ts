/**
 * Minimum and maximum pages per batch. Large batches are faster, because each batch costs an extra
 * millisecond. But if there are few pages, every process should get some.
 */
const [leastSize, mostSize] = [32, 64]

/** The limit of a batch applies to this many pages; larger batches have proportionally larger limits. */
const pagesOfLimit = 32

/** Milliseconds of processor time for a batch. The process also limits each page. */
export const batchLimit = (limitMs: number, pages: number): number =>
  limitMs * Math.max(1, pages / pagesOfLimit)

export interface Batches<T> {
  readonly count: number
  /** The next batch for the process with the index `place`; undefined if none is left. */
  next(place: number): readonly T[] | undefined
}

/**
 * Gives each process one range of pages, because neighbouring pages show the same posts, which a process
 * receives once. An idle process takes batches from the end of the longest range.
 */
export function batchesOf<T>(pages: readonly T[], processes: number): Batches<T> {
  const batchSize = Math.min(mostSize, Math.max(leastSize, Math.ceil(pages.length / processes)))
  const count = Math.ceil(pages.length / batchSize)
  /** For each range, its first batch and the batch after its last one. */
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
