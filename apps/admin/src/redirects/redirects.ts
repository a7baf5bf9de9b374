import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get, queryOf } from '../api/client.ts'
import type { ListOf } from '../api/types.ts'

export interface Redirect {
  readonly id: string
  readonly from: string
  readonly to: string | null
  readonly status: number
}

export const redirectStatuses = [301, 302, 308, 410] as const
export const redirectsAPage = 50

export interface RedirectFilter {
  readonly q: string
  readonly offset: number
}

export const redirectsQuery = ({ q, offset }: RedirectFilter) =>
  queryOptions({
    queryKey: ['redirects', q, offset],
    queryFn: ({ signal }) =>
      get<ListOf<Redirect>>(`/api/redirects${queryOf({ q, offset, limit: redirectsAPage })}`, signal),
    placeholderData: keepPreviousData,
  })

export interface ImportedRedirects {
  readonly created: number
  readonly replaced: number
  readonly unchanged: number
  readonly refused: readonly { readonly line: number; readonly message: string }[]
}

export interface PermalinkCheck {
  readonly moved: number
  readonly examples: readonly { readonly from: string; readonly to: string }[]
  readonly collisions: number
}
