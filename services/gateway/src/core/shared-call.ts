/**
 * Shares one call between concurrent callers. Callers that arrive during a call share the next one, so that
 * no result is older than its request. A call begins once all requests of the same tick have arrived.
 */
export function sharedCall<T>(call: () => Promise<T>): () => Promise<T> {
  let running: Promise<void> | undefined
  let next: Promise<T> | undefined

  const begin = (): Promise<T> => {
    next = undefined
    const result = call()
    const ended = result.then(nothing, nothing).then(() => {
      if (running === ended && !next) running = undefined
    })
    running = ended
    return result
  }
  return () => {
    next ??= (running ?? endOfTurn()).then(begin)
    return next
  }
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Like `sharedCall`, but separate for each key. Removes a key when no caller waits for it. */
export function sharedCallBy<T>(call: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, { readonly ask: () => Promise<T>; waiting: number }>()
  return async (key) => {
    const entry = running.get(key) ?? { ask: sharedCall(() => call(key)), waiting: 0 }
    running.set(key, entry)
    entry.waiting += 1
    try {
      return await entry.ask()
    } finally {
      entry.waiting -= 1
      if (entry.waiting === 0) running.delete(key)
    }
  }
}

const nothing = (): void => undefined
