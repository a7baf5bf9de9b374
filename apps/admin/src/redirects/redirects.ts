import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, filled, unwrap } from '../api/client.ts'
import type { ListOf, Redirect } from '../api/types.ts'

export const redirectStatuses = [301, 302, 308, 410] as const
export const redirectsPerPage = 50

export interface RedirectFilter {
  readonly q: string
  readonly offset: number
}

export const redirectsQuery = ({ q, offset }: RedirectFilter) =>
  queryOptions({
    queryKey: ['redirects', q, offset],
    queryFn: ({ signal }): Promise<ListOf<Redirect>> => {
      const query = filled({ q, offset, limit: redirectsPerPage })
      return unwrap(api.GET('/api/redirects', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })
