/** Named queries of the API. Actions invalidate queries by the first part of the query key. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { paths } from '@typecase/client'
import { ApiError, api, filled, unwrap } from './client.ts'
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
  PreviewRequest,
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
  queryFn: async ({ signal }): Promise<User> => (await unwrap(api.GET('/api/users/me', { signal }))).data,
  staleTime: 0,
  refetchInterval: minute,
  retry: false,
})

/** State of the setup. Fetched only until the setup is finished, because that state is final. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async ({ signal }): Promise<SetupState> => (await unwrap(api.GET('/api/setup', { signal }))).data,
  staleTime: ({ state }) => (state.data?.finished ? Number.POSITIVE_INFINITY : 0),
})

/** Origin of the published site. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => unwrap(api.GET('/', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

type QueryOf<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never
export type PostFilter = Readonly<Omit<QueryOf<'/api/posts'>, 'frontmatterOnly' | 'properties' | 'cursor'>>

export const postsQuery = (filter: PostFilter) =>
  queryOptions({
    queryKey: ['posts', 'list', filter],
    queryFn: async ({ signal }) => {
      const query = { ...filled(filter), frontmatterOnly: true, properties: listFields }
      return (await unwrap(api.GET('/api/posts', { params: { query }, signal }))) as ListOf<ListItem>
    },
    placeholderData: keepPreviousData,
  })

/** Maximum suggestions in a picker. */
export const maxSuggestions = 20

/** Terms that contain the search text, most used first. */
export const termsQuery = (list: TermList, search: string) =>
  queryOptions({
    queryKey: ['posts', list, search],
    queryFn: ({ signal }): Promise<ListOf<Term>> => {
      const query = filled({ search, limit: maxSuggestions })
      return unwrap(api.GET(`/api/${list}`, { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: minute,
  })

export const profilesQuery = queryOptions({
  queryKey: ['users', 'profiles'],
  queryFn: ({ signal }): Promise<ListOf<UserName>> => unwrap(api.GET('/api/profiles', { signal })),
  staleTime: minute,
})

export const pagesQuery = queryOptions({
  queryKey: ['pages', 'list'],
  queryFn: async ({ signal }) => {
    const query = { frontmatterOnly: true, properties: listFields }
    return (await unwrap(api.GET('/api/pages', { params: { query }, signal }))) as ListOf<ListItem>
  },
})

interface ItemResponse {
  readonly data?: { data: Item }
  readonly error?: unknown
  readonly response: Response
}

/** Reads a post or a page. For a post, omits the titles of its related posts. */
export const readItem = (kind: Kind, id: string, signal?: AbortSignal): Promise<ItemResponse> =>
  kind === 'posts'
    ? api.GET('/api/posts/{id}', { params: { path: { id }, query: { resolveRelated: false } }, signal })
    : api.GET('/api/pages/{id}', { params: { path: { id } }, signal })

export const itemQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: [kind, 'item', id],
    queryFn: async ({ signal }): Promise<Item> => (await unwrap(readItem(kind, id, signal))).data,
  })

const revisionsPerPage = 30

export const revisionsQuery = (kind: Kind, id: string) =>
  infiniteQueryOptions({
    queryKey: [kind, 'revisions', id],
    queryFn: ({ pageParam, signal }): Promise<ListOf<Revision>> => {
      const query = { limit: revisionsPerPage, offset: pageParam }
      return unwrap(api.GET(`/api/${kind}/{id}/revisions`, { params: { path: { id }, query }, signal }))
    },
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
    queryFn: ({ pageParam, signal }): Promise<ListOf<MediaFile>> => {
      const query = filled({ ...filter, limit: mediaPerPage, offset: pageParam })
      return unwrap(api.GET('/api/media', { params: { query }, signal }))
    },
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
  })
export const referencesQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', 'references', id],
    queryFn: ({ signal }): Promise<{ readonly references: readonly Reference[] }> =>
      unwrap(api.GET('/api/media/{id}/references', { params: { path: { id } }, signal })),
    staleTime: 0,
  })

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }): Promise<Settings> => (await unwrap(api.GET('/api/settings', { signal }))).data,
})
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }): Promise<ListOf<User>> => unwrap(api.GET('/api/users', { signal })),
})
export const menuQuery = queryOptions({
  queryKey: ['menu'],
  queryFn: ({ signal }): Promise<ListOf<MenuItem>> => unwrap(api.GET('/api/menu', { signal })),
})
export const themesQuery = queryOptions({
  queryKey: ['themes', 'installed'],
  queryFn: ({ signal }): Promise<ListOf<Theme>> => unwrap(api.GET('/api/themes', { signal })),
})

export interface MarketplaceFilter {
  readonly search: string
  readonly category: string
  readonly sort: NonNullable<QueryOf<'/api/themes/marketplace'>['sort']>
}

export const marketplaceQuery = (filter: MarketplaceFilter) =>
  queryOptions({
    queryKey: ['themes', 'marketplace', filter],
    queryFn: ({ signal }): Promise<ListOf<MarketplaceTheme> & { readonly source: string }> =>
      unwrap(api.GET('/api/themes/marketplace', { params: { query: filled(filter) }, signal })),
    placeholderData: keepPreviousData,
  })
export const marketplaceCategoriesQuery = queryOptions({
  queryKey: ['themes', 'categories'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/themes/marketplace/categories', { signal })),
  staleTime: 5 * minute,
})
export const themeUpdatesQuery = queryOptions({
  queryKey: ['themes', 'updates'],
  queryFn: ({ signal }): Promise<{ readonly data: readonly ThemeUpdate[] }> =>
    unwrap(api.GET('/api/themes/marketplace/check-updates', { signal })),
  staleTime: minute,
})

/** Milliseconds between polls: longer while the event stream is open. */
export const pollingInterval =
  (isLive: boolean) =>
  ({ state }: { readonly state: { readonly data?: SiteStatus | undefined } }): number =>
    state.data?.current ? (isLive ? 2_000 : 500) : isLive ? minute : 5_000

export const siteStatusQuery = queryOptions({
  queryKey: ['site', 'status'],
  queryFn: ({ signal }): Promise<SiteStatus> => unwrap(api.GET('/api/static/status', { signal })),
  refetchInterval: pollingInterval(false),
})
const linksPerPage = 10

export const brokenLinksQuery = infiniteQueryOptions({
  queryKey: ['site', 'links'],
  queryFn: ({ pageParam, signal }): Promise<ListOf<LinkOnPages>> => {
    const query = { limit: linksPerPage, offset: pageParam }
    return unwrap(api.GET('/api/static/links', { params: { query }, signal }))
  },
  initialPageParam: 0,
  getNextPageParam: nextOffset,
})
export const receiptsQuery = (limit: number) =>
  queryOptions({
    queryKey: ['site', 'receipts', limit],
    queryFn: ({ signal }): Promise<ListOf<Receipt>> =>
      unwrap(api.GET('/api/static/receipts', { params: { query: { limit } }, signal })),
    placeholderData: keepPreviousData,
  })
/** Inputs of a file of the site; null if the site has no such file. `path` begins with a slash. */
export const explanationQuery = (path: string) =>
  queryOptions({
    queryKey: ['site', 'why', path],
    queryFn: async ({ signal }): Promise<PageExplanation | null> => {
      try {
        return await unwrap(api.GET('/api/static/why', { params: { query: { path } }, signal }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: minute,
  })
export const generationsQuery = queryOptions({
  queryKey: ['site', 'generations'],
  queryFn: ({ signal }): Promise<{ readonly generations: readonly StoredGeneration[] }> =>
    unwrap(api.GET('/api/static/generations', { signal })),
})

/** Preview of a page as on the site. Returns the previous preview until the new one has loaded. */
export const previewQuery = (previewed: PreviewRequest) =>
  queryOptions({
    queryKey: ['preview', previewed],
    queryFn: ({ signal }): Promise<PreviewedPage> =>
      unwrap(api.POST('/api/static/preview', { body: previewed, signal })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
