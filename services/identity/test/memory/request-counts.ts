import type { RequestCounts, RequestWindow } from '../../src/core/requests/request-counts.ts'

export function memoryRequestCounts(): RequestCounts {
  const windows = new Map<string, RequestWindow>()
  return {
    add: async (counts, now, endsAt) =>
      counts.map(({ caller, requests }) => {
        const known = windows.get(caller)
        const isOpen = known !== undefined && known.endsAt > now
        const window = isOpen ? { ...known, used: known.used + requests } : { caller, used: requests, endsAt }
        windows.set(caller, window)
        return window
      }),
  }
}
