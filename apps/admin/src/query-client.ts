import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api/client.ts'

/** True for the errors that a retry may fix: a network error, or a response with 503. */
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
