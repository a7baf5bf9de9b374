/** Combines many small writes into a few large ones. */

const maxBatchSize = 100

interface Waiting<T> {
  readonly item: T
  resolve(): void
  reject(error: unknown): void
}

/**
 * Passes items to `work` in batches and in order. A batch has the items of one tick, or those that arrived
 * while the previous batch was written. Retries the items of a failed batch one by one; the first error
 * rejects its item and all later items of the batch.
 */
export function inBatches<T>(work: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: Waiting<T>[] = []
  let isWorking = false

  async function workAll(): Promise<void> {
    isWorking = true
    await endOfTick()
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxBatchSize)
      waiting = waiting.slice(maxBatchSize)
      await writeGroup(group)
    }
    isWorking = false
  }

  async function writeGroup(group: readonly Waiting<T>[]): Promise<void> {
    try {
      await work(group.map(({ item }) => item))
      for (const one of group) one.resolve()
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else await oneByOne(group)
    }
  }

  async function oneByOne(group: readonly Waiting<T>[]): Promise<void> {
    for (const [place, { item, resolve }] of group.entries()) {
      try {
        await work([item])
        resolve()
      } catch (error) {
        for (const { reject } of group.slice(place)) reject(error)
        return
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWorking) void workAll()
    })
}

const endOfTick = () => new Promise<void>((resolve) => setImmediate(resolve))
