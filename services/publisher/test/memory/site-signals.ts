import type { SiteSignals } from '../../src/core/reports/history/site-event.ts'

/** Signals that the test emits. */
export function memorySiteSignals(): SiteSignals & { emit(): void } {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit() {
      for (const listener of listeners) listener()
    },
  }
}
