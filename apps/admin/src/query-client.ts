import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api/client.ts'

/** Only a network error or a 503 is worth a retry. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      // The browser's online state is unreliable: always try.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
