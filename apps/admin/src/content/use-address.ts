import { useQuery } from '@tanstack/react-query'
import { homeQuery, itemQuery, pagesQuery, settingsQuery } from '../api/queries.ts'
import type { Kind } from '../api/types.ts'
import type { Place } from './page-picker.tsx'
import { type Placed, placeOf } from './place.ts'

/** URL of an item on the published site; undefined while loading. */
export function useAddress(kind: Kind, item: Placed): string | undefined {
  const site = useQuery(homeQuery).data?.site
  const settings = useQuery(settingsQuery).data
  const isBelow = kind === 'pages' && Boolean(item.parentPage)
  const pages = useQuery({ ...pagesQuery, enabled: isBelow }).data?.data.map(({ frontmatter }) => frontmatter)
  if (site === undefined || !settings || (isBelow && !pages)) return undefined
  return `${site}${placeOf(kind, item, pages ?? [])}${settings.staticCleanUrls ? '/' : '.html'}`
}

/** Path of a published item, with its leading slash; undefined while loading. */
export function usePath(place: Place): string | undefined {
  const isPath = 'path' in place
  const { kind, id } = isPath ? { kind: 'posts' as const, id: '' } : place
  const post = useQuery({ ...itemQuery('posts', id), enabled: !isPath && kind === 'posts' }).data
  const pages = useQuery({ ...pagesQuery, enabled: !isPath && kind === 'pages' }).data?.data.map(
    ({ frontmatter }) => frontmatter,
  )
  const settings = useQuery(settingsQuery).data
  if (isPath) return place.path
  const found = kind === 'posts' ? post : pages?.find((page) => page.id === id)
  if (!found || !settings) return undefined
  return `${placeOf(kind, found, pages ?? [])}${settings.staticCleanUrls ? '/' : '.html'}`
}
