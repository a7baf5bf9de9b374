import { setTimeout as sleep } from 'node:timers/promises'

/** Wakes one waiter. A notification that arrives while none waits ends the next wait immediately. */
export function notifier() {
  let pending = false
  let wake: () => void = () => undefined
  return {
    notify: () => {
      pending = true
      wake()
    },
    notified: async (timeoutMs: number, signal: AbortSignal) => {
      if (!pending) {
        const woken = new AbortController()
        wake = () => woken.abort()
        await sleep(timeoutMs, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(
          () => undefined,
        )
      }
      pending = false
    },
  }
}
