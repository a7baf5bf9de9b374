/** Checks whether the sessions of open streams still exist. */

/** Milliseconds for which all streams of a session use the same result. */
const freshMs = 900

export interface SessionWatch {
  /** Calls `ask` at most every 900 ms per token; all streams of the token share the result. */
  mayRead(token: string, ask: () => Promise<boolean>): Promise<boolean>
  /** Makes every stream check again, because a session may have ended. */
  recheck(): void
  /** Registers a listener and returns the function that removes it. */
  onRecheck(listener: () => void): () => void
}

export function sessionWatch(now: () => number = () => performance.now()): SessionWatch {
  const asked = new Map<string, { readonly at: number; readonly answer: Promise<boolean> }>()
  const listeners = new Set<() => void>()
  const dropStale = () => {
    for (const [token, { at }] of asked) if (now() - at >= freshMs) asked.delete(token)
  }
  return {
    mayRead(token, ask) {
      dropStale()
      const known = asked.get(token)
      if (known) return known.answer
      const answer = ask()
      asked.set(token, { at: now(), answer })
      return answer
    },
    recheck() {
      asked.clear()
      for (const listener of listeners) listener()
    },
    onRecheck(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
