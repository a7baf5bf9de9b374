/** Runs `work` for each item, for at most `limit` items at a time. Stops at the first error. */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  let failed = false
  const worker = async () => {
    for (const item of queue) {
      if (failed) return
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

/** Splits items into the fewest chunks of at most `max` items. Chunk sizes differ by at most 1. */
export function chunks<T>(items: readonly T[], max: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / max)
  const begin = (at: number) => Math.floor((at * items.length) / count)
  return Array.from({ length: count }, (_, at) => items.slice(begin(at), begin(at + 1)))
}
