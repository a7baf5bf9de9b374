/** Checks whether the sessions of open streams still exist. */

/** Milliseconds for which a result serves all streams of a session. */
const freshMs = 900

export interface SessionWatch {
  /** Shares one check per second between all streams of the token. */
  mayRead(token: string, ask: () => Promise<boolean>): Promise<boolean>
  /** Makes every stream check again, because a session may have ended. */
  recheck(): void
  /** Returns the function that unsubscribes. */
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
