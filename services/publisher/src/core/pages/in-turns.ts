/** Long work in one process with others who want to be answered. */

/** Milliseconds of work in one go: more than the plan after an edit takes, less than anybody notices. */
const stretchMs = 25

/**
 * Runs the steps to their end and answers what they came to; whoever waits has a turn after each stretch of them. The steps
 * are left where they are when the signal is given: they must change nothing before their end. @throws the signal's reason
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

/** Runs the steps to their end at once. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
