import { useQuery } from '@tanstack/react-query'
import { homeQuery, pagesQuery, postsQuery, settingsQuery } from '../api/queries.ts'
import type { Kind } from '../api/types.ts'
import type { Place } from './page-picker.tsx'
import { type Placed, placeOf } from './place.ts'

/** Where an item is, or will be, on the published site; undefined until that is known. */
export function useAddress(kind: Kind, item: Placed): string | undefined {
  const site = useQuery(homeQuery).data?.site
  const settings = useQuery(settingsQuery).data
  const isBelow = kind === 'pages' && Boolean(item.parentPage)
  const pages = useQuery({ ...pagesQuery, enabled: isBelow }).data?.data.map(({ frontmatter }) => frontmatter)
  if (site === undefined || !settings || (isBelow && !pages)) return undefined
  return `${site}${placeOf(kind, item, pages ?? [])}${settings.staticCleanUrls ? '/' : '.html'}`
}

/** The address of something published, from the slash on; undefined until that is known. */
export function usePath(place: Place): string | undefined {
  const isPath = 'path' in place
  const posts = useQuery({ ...postsQuery({ status: 'published', limit: 1000 }), enabled: !isPath && place.kind === 'posts' }).data?.data
  const pages = useQuery({ ...pagesQuery, enabled: !isPath && place.kind === 'pages' }).data?.data
  const settings = useQuery(settingsQuery).data
  if (isPath) return place.path
  const list = place.kind === 'posts' ? posts : pages
  const found = list?.find(({ frontmatter: { id } }) => id === place.id)?.frontmatter
  if (!found || !settings) return undefined
  const all = (pages ?? []).map(({ frontmatter }) => frontmatter)
  return `${placeOf(place.kind, found, all)}${settings.staticCleanUrls ? '/' : '.html'}`
}
