/** Queries of the API, by name. Actions invalidate them by the first part of their key. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, get, queryOf, request } from './client.ts'
import type {
  Item,
  Kind,
  LinkOnPages,
  ListItem,
  ListOf,
  MarketplaceTheme,
  MediaFile,
  MenuItem,
  PageExplanation,
  PreviewedPage,
  Receipt,
  Reference,
  Revision,
  Settings,
  SetupState,
  SiteStatus,
  StoredGeneration,
  Term,
  TermList,
  Theme,
  ThemeUpdate,
  User,
  UserName,
} from './types.ts'

const listFields =
  'id,title,slug,status,author,createdAt,updatedAt,category,tags,publishAt,unpublishAt,featuredImage,pageType,parentPage'
const minute = 60_000

/** Offset of the next page of a list; undefined after the last page. */
const nextOffset = (last: ListOf<unknown>, all: readonly ListOf<unknown>[]): number | undefined => {
  const read = all.reduce((sum, { data }) => sum + data.length, 0)
  return last.data.length > 0 && read < last.total ? read : undefined
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await get<{ data: User }>('/api/users/me', signal)).data,
  staleTime: 0,
  refetchInterval: minute,
  retry: false,
})

/** A finished setup never changes back, so it is not fetched again. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async ({ signal }) => (await get<{ data: SetupState }>('/api/setup', signal)).data,
  staleTime: ({ state }) => (state.data?.finished ? Number.POSITIVE_INFINITY : 0),
})

/** Origin of the published site. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => get<{ site: string; version: string }>('/', signal),
  staleTime: Number.POSITIVE_INFINITY,
})

export interface PostFilter {
  readonly status?: string | undefined
  readonly search?: string | undefined
  readonly category?: string | undefined
  readonly tag?: string | undefined
  readonly author?: string | undefined
  readonly sort?: string | undefined
  readonly limit?: number
  readonly offset?: number
}

export const postsQuery = (filter: PostFilter) =>
  queryOptions({
    queryKey: ['posts', 'list', filter],
    queryFn: ({ signal }) =>
      get<ListOf<ListItem>>(
        `/api/posts${queryOf({ ...filter, frontmatterOnly: true, properties: listFields })}`,
        signal,
      ),
    placeholderData: keepPreviousData,
  })

/** Suggestions per picker. */
export const maxSuggestions = 20

/** Terms that contain the search, the most used first. */
export const termsQuery = (list: TermList, search: string) =>
  queryOptions({
    queryKey: ['posts', list, search],
    queryFn: ({ signal }) =>
      get<ListOf<Term>>(`/api/${list}${queryOf({ search, limit: maxSuggestions })}`, signal),
    placeholderData: keepPreviousData,
    staleTime: minute,
  })

export const profilesQuery = queryOptions({
  queryKey: ['users', 'profiles'],
  queryFn: ({ signal }) => get<ListOf<UserName>>('/api/profiles', signal),
  staleTime: minute,
})

export const pagesQuery = queryOptions({
  queryKey: ['pages', 'list'],
  queryFn: ({ signal }) =>
    get<ListOf<ListItem>>(`/api/pages${queryOf({ frontmatterOnly: true, properties: listFields })}`, signal),
})

export const itemQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: [kind, 'item', id],
    queryFn: async ({ signal }) =>
      (
        await get<{ data: Item }>(
          `/api/${kind}/${id}${kind === 'posts' ? '?resolveRelated=false' : ''}`,
          signal,
        )
      ).data,
  })

const revisionsPerPage = 30

export const revisionsQuery = (kind: Kind, id: string) =>
  infiniteQueryOptions({
    queryKey: [kind, 'revisions', id],
    queryFn: ({ pageParam, signal }) =>
      get<ListOf<Revision>>(
        `/api/${kind}/${id}/revisions${queryOf({ limit: revisionsPerPage, offset: pageParam })}`,
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })

export interface MediaFilter {
  readonly type: 'image' | 'document' | 'all'
  readonly search: string
}
const mediaPerPage = 40

export const mediaQuery = (filter: MediaFilter) =>
  infiniteQueryOptions({
    queryKey: ['media', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      get<ListOf<MediaFile>>(
        `/api/media${queryOf({ ...filter, limit: mediaPerPage, offset: pageParam })}`,
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
  })
export const referencesQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', 'references', id],
    queryFn: ({ signal }) => get<{ references: readonly Reference[] }>(`/api/media/${id}/references`, signal),
    staleTime: 0,
  })

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await get<{ data: Settings }>('/api/settings', signal)).data,
})
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => get<ListOf<User>>('/api/users', signal),
})
export const menuQuery = queryOptions({
  queryKey: ['menu'],
  queryFn: ({ signal }) => get<ListOf<MenuItem>>('/api/menu', signal),
})
export const themesQuery = queryOptions({
  queryKey: ['themes', 'installed'],
  queryFn: ({ signal }) => get<ListOf<Theme>>('/api/themes', signal),
})

export const marketplaceQuery = (filter: { search: string; category: string; sort: string }) =>
  queryOptions({
    queryKey: ['themes', 'marketplace', filter],
    queryFn: ({ signal }) =>
      get<ListOf<MarketplaceTheme> & { source: string }>(`/api/themes/marketplace${queryOf(filter)}`, signal),
    placeholderData: keepPreviousData,
  })
export const marketplaceCategoriesQuery = queryOptions({
  queryKey: ['themes', 'categories'],
  queryFn: ({ signal }) => get<{ data: readonly string[] }>('/api/themes/marketplace/categories', signal),
  staleTime: 5 * minute,
})
export const themeUpdatesQuery = queryOptions({
  queryKey: ['themes', 'updates'],
  queryFn: ({ signal }) =>
    get<{ data: readonly ThemeUpdate[] }>('/api/themes/marketplace/check-updates', signal),
  staleTime: minute,
})

/** Milliseconds between polls. With a live event stream, polling is only a safety net. */
export const pollingInterval =
  (isLive: boolean) =>
  ({ state }: { readonly state: { readonly data?: SiteStatus | undefined } }): number =>
    state.data?.current ? (isLive ? 2_000 : 500) : isLive ? minute : 5_000

export const siteStatusQuery = queryOptions({
  queryKey: ['site', 'status'],
  queryFn: ({ signal }) => get<SiteStatus>('/api/static/status', signal),
  refetchInterval: pollingInterval(false),
})
const linksPerPage = 10

export const brokenLinksQuery = infiniteQueryOptions({
  queryKey: ['site', 'links'],
  queryFn: ({ pageParam, signal }) =>
    get<ListOf<LinkOnPages>>(
      `/api/static/links${queryOf({ limit: linksPerPage, offset: pageParam })}`,
      signal,
    ),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
})
export const receiptsQuery = (limit: number) =>
  queryOptions({
    queryKey: ['site', 'receipts', limit],
    queryFn: ({ signal }) => get<ListOf<Receipt>>(`/api/static/receipts${queryOf({ limit })}`, signal),
    placeholderData: keepPreviousData,
  })
/** Inputs of a file of the site; null if the site has no such file. `path` begins with a slash. */
export const explanationQuery = (path: string) =>
  queryOptions({
    queryKey: ['site', 'why', path],
    queryFn: async ({ signal }) => {
      try {
        return await get<PageExplanation>(`/api/static/why${queryOf({ path })}`, signal)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: minute,
  })
export const generationsQuery = queryOptions({
  queryKey: ['site', 'generations'],
  queryFn: ({ signal }) =>
    get<{ generations: readonly StoredGeneration[] }>('/api/static/generations', signal),
})

export interface PreviewRequest {
  readonly type?: 'post' | 'page'
  readonly id?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly content?: string
  readonly theme?: string
}

/** A page as the site would show it. Returns the previous preview until the new one has loaded. */
export const previewQuery = (previewed: PreviewRequest) =>
  queryOptions({
    queryKey: ['preview', previewed],
    queryFn: async ({ signal }) =>
      (await request<PreviewedPage>('POST', '/api/static/preview', { json: previewed, signal })).body,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
