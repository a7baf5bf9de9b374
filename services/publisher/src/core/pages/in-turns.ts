/** Runs long work in steps and yields to the event loop. */

/** Milliseconds between two yields: longer than planning an edit, shorter than a delay that users notice. */
const stretchMs = 25

/**
 * Runs the steps and yields regularly. An abort skips the remaining steps, so the caller must be able to undo
 * the effects of all steps before the last one.
 */
export async function inTurns<T>(
  steps: Generator<void, T>,
  signal?: AbortSignal,
  stretch = stretchMs,
): Promise<T> {
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - since < stretch) continue
    await endOfTurn()
    signal?.throwIfAborted()
    since = performance.now()
  }
}

export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
