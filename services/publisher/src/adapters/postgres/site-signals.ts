import type { Part } from '@typecase/runtime/lifecycle'
import type { Postgres } from '@typecase/runtime/postgres'
import type { SiteSignals } from '../../core/reports/history/site-event.ts'

/**
 * Milliseconds between two calls of the listeners. They are called after `most` even if a notification was
 * lost.
 */
const pauseMs = { least: 250, most: 2_000 }

export function postgresSiteSignals<DB>({
  listen,
  schema,
}: Pick<Postgres<DB>, 'listen' | 'schema'>): SiteSignals & { readonly part: Part } {
  const listeners = new Set<() => void>()
  let unlisten = async (): Promise<void> => undefined
  let timer: NodeJS.Timeout | undefined
  let last = 0

  function call(): void {
    clearTimeout(timer)
    last = Date.now()
    timer = listeners.size > 0 ? setTimeout(call, pauseMs.most).unref() : undefined
    for (const listener of listeners) listener()
  }

  function notified(): void {
    if (listeners.size === 0) return
    clearTimeout(timer)
    timer = setTimeout(call, Math.max(0, last + pauseMs.least - Date.now())).unref()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      notified()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearTimeout(timer)
      }
    },
    part: {
      name: 'site signals',
      start: async () => {
        unlisten = await listen(`site_${schema}`, notified)
      },
      stop: async () => {
        clearTimeout(timer)
        listeners.clear()
        await unlisten()
      },
    },
  }
}
