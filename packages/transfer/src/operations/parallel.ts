/**
 * Runs a task per item, up to `limitOf(item)` at a time. After an error it starts no more tasks, and waits
 * for running ones.
 * @throws the first error, of a task or of `items`
 */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  limitOf: (item: T) => number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const errors: unknown[] = []
  try {
    for await (const item of items) {
      while (errors.length === 0 && running.size >= limitOf(item)) await Promise.race(running)
      if (errors.length > 0) break
      const task = run(item)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => running.delete(task))
      running.add(task)
    }
  } catch (error) {
    errors.push(error)
  }
  await Promise.all(running)
  if (errors.length > 0) throw errors[0]
}
