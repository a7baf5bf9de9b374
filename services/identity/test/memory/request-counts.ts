import type { RequestCounts, RequestWindow } from '../../src/core/requests/request-counts.ts'

export function memoryRequestCounts(): RequestCounts {
  const windows = new Map<string, RequestWindow>()
  return {
    add: async (counts, now, endsAt) =>
      counts.map(({ caller, requests }) => {
        const current = windows.get(caller)
        const isOpen = current !== undefined && current.endsAt > now
        const window = isOpen
          ? { ...current, used: current.used + requests }
          : { caller, used: requests, endsAt }
        windows.set(caller, window)
        return window
      }),
  }
}
