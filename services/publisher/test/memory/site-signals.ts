import type { SiteSignals } from '../../src/core/reports/history/site-event.ts'

/** Signals triggered by the test. */
export function memorySiteSignals(): SiteSignals & { give(): void } {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    give() {
      for (const listener of listeners) listener()
    },
  }
}
