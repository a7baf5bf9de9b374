import { useInfiniteQuery } from '@tanstack/react-query'
import { type MediaFilter, mediaQuery } from '../api/queries.ts'
import { awaitsRenditions } from './renditions.ts'

/** Milliseconds between polls for missing renditions. */
const renditionsPoll = 3_000

export function useMedia(filter: MediaFilter) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...mediaQuery(filter),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some((file) => awaitsRenditions(file, Date.now())))
        ? renditionsPoll
        : false,
  })
  return {
    files: data?.pages.flatMap((page) => page.data) ?? [],
    /** Undefined until the first page has loaded. */
    total: data?.pages.at(-1)?.total,
    error,
    refetch,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  }
}
