import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api/client.ts'

/** A refusal stays one; only a server that is away or busy is worth asking again. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      // What the network is like is seen by asking.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
