/**
 * Runs a task for each item, at most `limitOf(item)` at a time. Ends when all running tasks have ended, also
 * after an error. @throws the error of a task or of `items`; no task starts after it
 */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  limitOf: (item: T) => number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  try {
    for await (const item of items) {
      while (running.size >= limitOf(item)) await Promise.race(running)
      const task = run(item).then(() => void running.delete(task))
      // A failure is thrown where the tasks are awaited.
      task.catch(() => undefined)
      running.add(task)
    }
    await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
  }
}
