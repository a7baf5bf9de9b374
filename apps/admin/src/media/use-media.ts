import { useInfiniteQuery } from '@tanstack/react-query'
import { type MediaFilter, mediaQuery } from '../api/queries.ts'
import { isAwaited } from './renditions.ts'

/** Milliseconds between looks for renditions that are still to come. */
const renditionsPoll = 3_000

/** The library page by page. */
export function useMedia(filter: MediaFilter) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...mediaQuery(filter),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some((file) => isAwaited(file, Date.now())))
        ? renditionsPoll
        : false,
  })
  return {
    files: data?.pages.flatMap((page) => page.data) ?? [],
    /** Undefined until the first page is there. */
    total: data?.pages.at(-1)?.total,
    error,
    refetch,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  }
}
