/** Whether the sessions behind open streams still exist. */

/** Milliseconds for which an answer serves all streams of a session. */
const freshMs = 900

export interface SessionWatch {
  /** Asks once for all streams of that token that want to know within a second. */
  mayRead(token: string, ask: () => Promise<boolean>): Promise<boolean>
  /** A session may have ended here: every stream asks again at once. */
  recheck(): void
  /** Returns what ends the subscription. */
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
