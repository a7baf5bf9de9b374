import { useQuery } from '@tanstack/react-query'
import { homeQuery, pagesQuery, settingsQuery } from '../api/queries.ts'
import type { Kind } from '../api/types.ts'
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
